import { readFileSync } from 'node:fs'
import { invalidField } from '#api/http/problem.ts'
import { foldedText } from '#schemas/text/folded-text.ts'

/**
 * The 10,000 most common leaked passwords that have 8 characters or more, in small letters, one a line: those of
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT), with sequences and repetitions, which that list leaves to rules.
 */
const listOfCommon = new URL('./common-passwords.txt', import.meta.url)

let common: ReadonlySet<string> | undefined

const isCommon = (password: string): boolean => {
  common ??= new Set(readFileSync(listOfCommon, 'utf8').trimEnd().split('\n'))
  return common.has(password)
}

/** The name of this product, which everybody who guesses tries. */
const product = 'siteledger'

/** Parts of names and addresses that are shorter stand in any password by chance. */
const shortestWord = 3

/** So many characters beside a person's own words are guessed as fast as none. */
const fewest = 5

/** Texts that anybody who knows a person knows of them: name, e-mail address, teams. */
type Known = readonly (string | null)[]

/** The words of the texts, the longest first, so that none hides a longer one. */
const wordsOf = (known: Known): string[] =>
  [product, ...known]
    .flatMap((text) => foldedText(text ?? '').split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= shortestWord)
    .sort((one, other) => other.length - one.length)

/** The rest of a password without these words, and without signs between them. */
const rest = (password: string, words: readonly string[]): string =>
  words.reduce((left, word) => left.replaceAll(word, ' '), password).replace(/[^\p{L}\p{N}]/gu, '')

const isOwn = (password: string, known: Known): boolean => {
  const words = wordsOf(known)
  return words.some((word) => password.includes(word)) && rest(password, words).length < fewest
}

/**
 * Refuses a password that is guessed at once: a very common one, or the person's own words with little else (D-53).
 * Throws 422 under `password`.
 */
export const refuseWeakPassword = (password: string, known: Known): void => {
  const folded = foldedText(password)
  if (isCommon(folded)) throw invalidField('password', 'The password is too common. Please choose another one.')
  if (!isOwn(folded, known)) return
  const message = 'The password is made of your name, address or team. Please choose another one.'
  throw invalidField('password', message)
}
