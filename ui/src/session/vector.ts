// A list that shares what does not change: setting one place copies one chunk, whatever the length. A draft copies each
// chunk once and is then written in place, so that folding many events costs what an array costs.

const BITS = 8;
const CHUNK = 1 << BITS;
const MASK = CHUNK - 1;

export class Vector<T> implements Iterable<T> {
  static empty<T>(): Vector<T> {
    return new Vector<T>([], 0);
  }

  /** Of this length, with nothing in it yet. */
  static hollow<T>(length: number): Vector<T> {
    return new Vector<T>([], length);
  }

  /** What is in the lists, one after the other. */
  static of<T>(...lists: Iterable<T>[]): Vector<T> {
    const draft = Vector.empty<T>().draft();
    for (const list of lists) for (const value of list) draft.push(value);
    return draft.finish();
  }

  private constructor(
    private readonly chunks: readonly T[][],
    readonly length: number,
  ) {}

  get(index: number): T | undefined {
    return index >= 0 && index < this.length ? this.chunks[index >> BITS]?.[index & MASK] : undefined;
  }

  draft(): VectorDraft<T> {
    return new VectorDraft<T>(this, this.chunks.slice(), (chunks, length) => new Vector<T>(chunks, length));
  }

  /** Without the places that are hollow. */
  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index += 1) {
      const value = this.chunks[index >> BITS]?.[index & MASK];
      if (value !== undefined) yield value;
    }
  }
}

export class VectorDraft<T> {
  private readonly owned = new Set<number>();
  private changed = false;
  length: number;

  constructor(
    private readonly base: Vector<T>,
    private readonly chunks: T[][],
    private readonly make: (chunks: T[][], length: number) => Vector<T>,
  ) {
    this.length = base.length;
  }

  get(index: number): T | undefined {
    return index >= 0 && index < this.length ? this.chunks[index >> BITS]?.[index & MASK] : undefined;
  }

  set(index: number, value: T): void {
    if (index < 0 || index > this.length) return;
    this.own(index >> BITS)[index & MASK] = value;
    if (index === this.length) this.length += 1;
    this.changed = true;
  }

  push(value: T): void {
    this.set(this.length, value);
  }

  truncate(length: number): void {
    if (length >= this.length) return;
    this.length = Math.max(0, length);
    this.chunks.length = Math.ceil(this.length / CHUNK);
    for (const chunk of this.owned) if (chunk >= this.chunks.length) this.owned.delete(chunk);
    // What lies behind the end must not keep its memory, nor show up in the next push.
    if ((this.length & MASK) !== 0) this.own(this.length >> BITS).length = this.length & MASK;
    this.changed = true;
  }

  /** The base itself, if nothing was written. */
  finish(): Vector<T> {
    return this.changed ? this.make(this.chunks, this.length) : this.base;
  }

  private own(chunk: number): T[] {
    const found = this.chunks[chunk];
    if (found !== undefined && this.owned.has(chunk)) return found;
    const mine = found?.slice() ?? [];
    this.chunks[chunk] = mine;
    this.owned.add(chunk);
    return mine;
  }
}
