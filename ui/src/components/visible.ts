// Makes visible what could hide in a command or path: control characters, characters that show nothing or change the
// reading direction, and letters that look like others.

export type Oddness = "control" | "hidden" | "lookalike";

export interface Piece {
  text: string;
  /** Undefined for what is as it looks. */
  odd?: Oddness;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single ones are what is looked for
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/u;
/** Blanks that are no plain blank. */
const BLANK = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
/** Signs that look like those a shell knows. */
const SIGN = /[\u2010-\u2015\u2018-\u201f\u2024\u2039\u203a\u2044\u2212\u2215\u2216\u2223\u2236\ua789\u02d0]/;
const OTHER_LETTER = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Letters of other scripts that have the shape of a Latin one. */
const SHAPED_LIKE_LATIN = /^[аеорсухіјѕһԁԛԝвкмнтАВЕКМНОРСТУХІЈЅαορνικυγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** The text in pieces, in order; put together they are the text again. */
export function pieces(text: string): Piece[] {
  const suspicious = suspiciousLetters(text);
  const out: Piece[] = [];
  let at = 0;
  for (const char of text) {
    const odd = oddness(char) ?? (suspicious.has(at) ? "lookalike" : undefined);
    const last = out.at(-1);
    if (odd === undefined && last !== undefined && last.odd === undefined) last.text += char;
    else out.push(odd === undefined ? { text: char } : { text: char, odd });
    at += char.length;
  }
  return out;
}

/** With what could deceive written out, for where nothing can be marked: a tooltip, a name that is read aloud. */
export function visibleText(text: string): string {
  return pieces(text).map(written).join("");
}

/** A piece with its code point, if it is odd; what does not show is told by that alone. */
export function written({ text, odd }: Piece): string {
  if (odd === undefined) return text;
  return odd === "lookalike" ? `${text}⟨${codePoint(text)}⟩` : `⟨${codePoint(text)}⟩`;
}

/** As in U+202E. */
export function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function oddness(char: string): Oddness | undefined {
  if (char >= " " && char <= "~") return undefined;
  if (CONTROL.test(char)) return "control";
  if (HIDDEN.test(char)) return "hidden";
  if (BLANK.test(char) || SIGN.test(char)) return "lookalike";
  // Wide, mathematical and other dressed-up forms of a plain character.
  const plain = char.normalize("NFKC");
  return plain !== char && /^[!-~]+$/.test(plain) ? "lookalike" : undefined;
}

/** Places of letters that stand among Latin ones, or whose whole word has Latin shapes. */
function suspiciousLetters(text: string): Set<number> {
  const places = new Set<number>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!OTHER_LETTER.test(word)) continue;
    if (!/[A-Za-z]/.test(word) && !SHAPED_LIKE_LATIN.test(word)) continue;
    let at = index;
    for (const char of word) {
      if (OTHER_LETTER.test(char)) places.add(at);
      at += char.length;
    }
  }
  return places;
}
