// Character references such as `&amp;` and `&#8230;`, which the parser leaves to the one who draws.

const REFERENCE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi;

let reader: HTMLTextAreaElement | undefined;

/** The text with each reference in place of the character it names; what names none stays as it is. */
export function resolved(text: string): string {
  return text.includes("&") ? text.replace(REFERENCE, character) : text;
}

/** The browser knows the 2,000 names. What is given to it holds letters and digits alone. */
function character(reference: string): string {
  reader ??= document.createElement("textarea");
  reader.innerHTML = reference;
  return reader.value;
}
