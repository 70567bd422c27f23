import type { SignedIn } from './actor.ts'
import type { WordedAnswer } from './send.ts'

/** Bytes that are kept at the most, and of one answer: those that were asked for longest ago go first. */
const [mostBytes, largest] = [16 * 1024 ** 2, 256 * 1024]

/** Characters of an address that is kept, and addresses of which it is known that they were asked once. */
const [longest, mostAsked] = [500, 5000]

/** An answer with its address, and about as much as its head takes. */
const sizeOf = ({ bytes }: WordedAnswer): number => bytes + longest + 1024

/** Answers in words, by who asked what. */
export type KeptAnswers = {
  /**
   * What is kept of the answer to a question, or how to keep what is about to be worked out. That is for who asks the
   * same again: most never do, and to keep theirs as well costs a list a fifth more.
   */
  place: (actor: SignedIn, url: string) => { kept?: WordedAnswer; keep?: (answer: WordedAnswer) => void }
  forget: () => void
}

/**
 * Keeps what read models were asked for until they hold something else. `forget` is called then, whatever has changed
 * and for whomever. An answer belongs to the very caller that `gate.caller` found, so that nobody is answered what
 * somebody else was, nor what they themselves were in another team, with another token or with other rights.
 */
export const keepAnswers = (most = mostBytes): KeptAnswers => {
  let kept = new Map<string, WordedAnswer>()
  let callers = new WeakMap<SignedIn, number>()
  const asked = new Set<string>()
  let [callersCount, bytes] = [0, 0]

  const keyOf = (actor: SignedIn, url: string): string => {
    const known = callers.get(actor)
    if (known !== undefined) return `${known} ${url}`
    callersCount += 1
    callers.set(actor, callersCount)
    return `${callersCount} ${url}`
  }

  const drop = (key: string): void => {
    const answer = kept.get(key)
    if (!answer) return
    bytes -= sizeOf(answer)
    kept.delete(key)
  }

  const put = (key: string, answer: WordedAnswer): void => {
    drop(key)
    kept.set(key, answer)
    bytes += sizeOf(answer)
    for (const oldest of kept.keys()) {
      if (bytes <= most) break
      drop(oldest)
    }
  }

  const isAskedAgain = (key: string): boolean => {
    if (asked.has(key)) return true
    if (asked.size >= mostAsked) asked.clear()
    asked.add(key)
    return false
  }

  return {
    place: (actor, url) => {
      if (url.length > longest) return {}
      const [key, into] = [keyOf(actor, url), kept]
      const found = kept.get(key)
      if (found) {
        put(key, found)
        return { kept: found }
      }
      if (!isAskedAgain(key)) return {}
      return {
        keep: (answer) => {
          // What was read before all was forgotten may be of before the change.
          if (kept === into && sizeOf(answer) <= largest) put(key, answer)
        },
      }
    },
    forget: () => {
      kept = new Map()
      callers = new WeakMap()
      asked.clear()
      bytes = 0
    },
  }
}
