// Runs inside the page that is measured, in Chromium as in the app's window: opens a session, scrolls it, watches frames.
// What it measured stands in `window.probe.result` when it is done, so that nobody need wait for it on one connection.
// It knows the page only by its names and the numbers of the rows; what is made of the figures is told elsewhere.
(() => {
  /** Pixels a frame: of a wheel that is turned fast, and of a sweep in which every frame has rows that were never drawn. */
  const WHEEL = 120;
  const SWEEP = 1200;
  /** Frames: some seconds of the wheel, and more than the sweep takes. */
  const TURNED = 500;
  const ENOUGH = 6000;
  /** Frames at the top in which nothing older comes, after which that is the start. */
  const PATIENCE = 60;

  const scroller = () => document.querySelector("section[aria-label='Transcript']");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const painted = async () => {
    await frame();
    await new Promise((done) => setTimeout(done));
  };
  const lastRow = () => {
    const numbers = [...(scroller()?.querySelectorAll("[data-index]") ?? [])].map((row) => Number(row.dataset.index));
    return numbers.length === 0 ? -1 : Math.max(...numbers);
  };

  /** Begins to note frames; the returned function ends it and tells of them in milliseconds. */
  const frames = () => {
    const times = [];
    let goesOn = true;
    const note = (time) => {
      times.push(time);
      if (goesOn) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return () => {
      goesOn = false;
      const between = times.slice(1).map((time, at) => time - times[at]);
      between.sort((left, right) => left - right);
      const part = (share) => between[Math.min(between.length - 1, Math.floor(between.length * share))] ?? null;
      return { count: between.length, p50: part(0.5), p99: part(0.99), max: part(1) };
    };
  };

  const scrolled = async (step, most) => {
    const at = scroller();
    const end = frames();
    let still = 0;
    for (let left = most; left > 0 && still < PATIENCE; left -= 1) {
      // Older rows may be on their way.
      still = at.scrollTop > 0 ? 0 : still + 1;
      at.scrollTop -= step;
      await frame();
    }
    const told = end();
    await painted();
    const reached = at.querySelector("[data-index='0']") !== null;
    const first = at.textContent.slice(0, 200);
    at.scrollTop = at.scrollHeight;
    for (let left = 10; left > 0; left -= 1) await frame();
    return { ...told, reached, first, rows: lastRow() + 1 };
  };

  /** How long the text of the newest row is. */
  const length = () => scroller()?.querySelector(`[data-index='${lastRow()}']`)?.textContent.length ?? 0;

  /** When the backlog of a session was whole, by the page's clock; only a browser's event stream can be listened to. */
  let caughtUpAt = null;
  const Source = window.EventSource;
  window.EventSource = class extends Source {
    constructor(...args) {
      super(...args);
      // Before the page's own listener, and without reading all of it.
      this.addEventListener("message", (message) => {
        if (message.data.slice(-200).includes('"caught_up"')) caughtUpAt = performance.now();
      });
    }
  };

  const acts = {
    /** From choosing a session until its end is painted. */
    async open(session, words) {
      caughtUpAt = null;
      const begun = performance.now();
      location.hash = `#/session/${session}`;
      const isThere = () => {
        const at = scroller();
        return at?.textContent.includes(words) && at.scrollHeight - at.scrollTop - at.clientHeight < 100;
      };
      while (!isThere()) await frame();
      await painted();
      const shown = performance.now();
      return { opened: shown - begun, behind: caughtUpAt === null ? null : shown - caughtUpAt, rows: lastRow() + 1 };
    },
    /** Upwards from where it stands. */
    wheel: () => scrolled(WHEEL, TURNED),
    /** From the end to the start. */
    scroll: () => scrolled(SWEEP, ENOUGH),
    /** Frames while something else happens, and how much text that brought. */
    async watch(milliseconds) {
      const before = length();
      const end = frames();
      await new Promise((done) => setTimeout(done, milliseconds));
      return { ...end(), characters: length() - before };
    },
  };

  window.probe = {
    result: null,
    start(act, ...args) {
      window.probe.result = null;
      acts[act](...args).then(
        (told) => (window.probe.result = told),
        (problem) => (window.probe.result = { problem: String(problem) }),
      );
    },
  };
})();
