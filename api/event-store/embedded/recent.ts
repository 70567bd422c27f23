/**
 * A map that forgets: it keeps at least the `limit` entries set last and at most twice as many. Two generations, because
 * removing the oldest entry of a large Map one by one costs more than all else that an append does.
 */
export class Recent<Value> {
  readonly #limit: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#limit) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
