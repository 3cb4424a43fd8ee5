// The real programs that a browser test talks to: `reasonix serve` over a home and a workspace of its own, and the
// scripted model over HTTP. Everything is gone when the test ends.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** A turn of the scripted model; crates/testkit tells what it may hold. */
export type Turn = Record<string, unknown>;

export interface Setup {
  turns?: Turn[];
  /** Turns of requests that mention a text. */
  lanes?: { mentions: string; turns: Turn[] }[];
  /** Text of the user's config.toml besides the provider. */
  config?: string;
  /** False leaves the provider out of the configuration; the scripted model runs all the same. */
  configured?: boolean;
  /** Tokens that the scripted model takes; 128,000 unless told. */
  contextWindow?: number;
  /** Files of the workspace by name. */
  files?: Record<string, string>;
  /** Further arguments of `reasonix serve`. */
  args?: string[];
}

const root = resolve(import.meta.dirname, "../../../..");
const programs = process.env["REASONIX_PROGRAMS"] ?? join(root, "target/debug");

export class Engine {
  readonly home: string;
  readonly workspace: string;
  private model: ChildProcess | undefined;
  private server: ChildProcess | undefined;
  private said = "";
  private port = 0;
  private address = "";

  private constructor(
    private readonly folder: string,
    private readonly args: string[],
  ) {
    this.home = join(folder, "home");
    this.workspace = join(folder, "project");
  }

  static async start(setup: Setup = {}): Promise<Engine> {
    const engine = new Engine(mkdtempSync(join(tmpdir(), "reasonix-browser-")), setup.args ?? []);
    mkdirSync(engine.home);
    mkdirSync(engine.workspace);
    for (const [name, text] of Object.entries(setup.files ?? {})) {
      const path = join(engine.workspace, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    try {
      const provider = await engine.startModel(setup);
      writeFileSync(engine.configFile, `${setup.config ?? ""}\n${setup.configured === false ? "" : provider}`);
      await engine.startServer();
    } catch (problem) {
      await engine.stop();
      throw problem;
    }
    return engine;
  }

  get configFile(): string {
    return join(this.home, "config.toml");
  }

  /** The address with the token, as a person opens it. */
  get link(): string {
    return `${this.origin}/#token=${readFileSync(this.tokenFile, "utf8").trim()}`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Where the scripted model answers, for what is set up by hand. */
  get modelAddress(): string {
    return this.address;
  }

  private get tokenFile(): string {
    return join(this.folder, "token");
  }

  readConfig(): string {
    return readFileSync(this.configFile, "utf8");
  }

  /** What is on disk of all sessions of the workspace, one line per event. */
  journals(): string {
    const lines = readdirSync(this.home, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => readFileSync(join(this.home, name), "utf8"));
    return lines.join("");
  }

  async endServer(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await stop(this.server, signal);
  }

  /** Starts the server again, at the port that it had. */
  async startAgain(): Promise<void> {
    await this.startServer();
  }

  async stop(): Promise<void> {
    await stop(this.server, "SIGTERM");
    await stop(this.model, "SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startModel({ turns = [], lanes = [], contextWindow = 128_000 }: Setup): Promise<string> {
    const script = join(this.folder, "script.json");
    writeFileSync(script, JSON.stringify({ turns, lanes, then_done: true }));
    this.model = spawn(join(programs, "model-server"), ["--port", "0", script]);
    const said = await firstLine(this.model, /openai\s+base_url = "([^"]+)"/);
    this.address = said[1] ?? "";
    return `
[[providers]]
name = "test"
kind = "openai"
base_url = "${this.address}"
models = ["scripted", "other"]
context_window = ${contextWindow}
price = { input = 1.0, cache_hit = 0.1, output = 2.0 }
`;
  }

  private async startServer(): Promise<void> {
    this.said = "";
    const portFile = join(this.folder, "port");
    rmSync(portFile, { force: true });
    const address = `127.0.0.1:${this.port}`;
    const server = spawn(
      join(programs, "reasonix"),
      ["serve", "--addr", address, "--port-file", portFile, "--token-file", this.tokenFile, ...this.args],
      {
        cwd: this.workspace,
        env: { PATH: process.env["PATH"], HOME: this.folder, LANG: "en_US.UTF-8", REASONIX_HOME: this.home },
      },
    );
    this.server = server;
    server.stdout?.on("data", (text) => (this.said += text));
    server.stderr?.on("data", (text) => (this.said += text));
    await until(() => existsSync(portFile) && readFileSync(portFile, "utf8").includes(":"), () => this.said);
    this.port = Number(readFileSync(portFile, "utf8").trim().split(":").pop());
  }
}

async function stop(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await ended;
}

async function firstLine(child: ChildProcess, wanted: RegExp): Promise<RegExpMatchArray> {
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  child.stderr?.on("data", (text) => (said += text));
  await until(() => wanted.test(said), () => said);
  return said.match(wanted) as RegExpMatchArray;
}

async function until(holds: () => boolean, said: () => string): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 600) throw new Error(`waited in vain; said so far:\n${said()}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
