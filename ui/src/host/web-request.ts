// A request of the browser page to its server. What fails is a `Problem`.

import type { Problem } from "../bindings/protocol";

export async function post(path: string, body: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw unreachable();
  }
  if (response.ok) return response.status === 204 ? undefined : readJson(response);
  throw await problemOf(response);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === "object" && body !== null && "code" in body) return body as Problem;
  if (response.status === 401) return { code: "not_signed_in" };
  return { code: "server_status", params: { status: String(response.status) }, retryable: response.status >= 500 };
}

export function unreachable(): Problem {
  return { code: "server_unreachable", retryable: true };
}
