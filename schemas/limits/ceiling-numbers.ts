/**
 * A limit of tries in so many milliseconds, a minute if nothing is said, by key: the entered e-mail and the machine's
 * address, either of the two alone, the user whose second factor is pending, the signed-in user, the OAuth client that
 * the request names and the machine's address, or the secret in the path, alone or with the machine's address.
 * `failures`: successful tries do not count; `unauthenticated`: only tries that are answered 401 do, and `refused`: only
 * other failures. It may apply to no bodies with the field `unless`, or to those with the field `only`. Operations whose
 * limit has the same name `together` are counted as one. What is counted by the machine's address alone, and what is
 * `elsewhere`, is off where APP_URL is of this machine: there everybody has the same address (D-116).
 */
export type Throttle = {
  tries: number
  within?: number
  by:
    | 'email-and-address'
    | 'account'
    | 'address'
    | 'pending-user'
    | 'user'
    | 'client-and-address'
    | 'link'
    | 'link-and-address'
  counts: 'failures' | 'unauthenticated' | 'refused' | 'successes' | 'all'
  unless?: string
  only?: string
  together?: string
  elsewhere?: true
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A person mistypes a password a few times; a program that goes on waits for the next minute (D-80). */
const perPersonHere = { tries: 5, by: 'email-and-address', counts: 'failures' } as const satisfies Throttle

/** An office behind one address mistypes less often than this; a list of leaked passwords does not get far (D-102). */
const perAddress: readonly Throttle[] = [
  { tries: 20, by: 'address', counts: 'failures' },
  { tries: 100, within: hour, by: 'address', counts: 'failures' },
]

/**
 * Failures at one lock, from whatever addresses: ten in 15 minutes, and then five for each wait, which doubles. A day
 * of guessing makes 45 tries (D-102).
 */
const doubling = (by: Throttle['by']): Throttle[] =>
  [0, 1, 2, 3, 4, 5, 6].map((doubled) => ({
    tries: 10 + 5 * doubled,
    within: 15 * minute * 2 ** doubled,
    by,
    counts: 'failures',
  }))

/** A password that was set with a mailed link lets the account's owner in at once. */
const perAccount: readonly Throttle[] = doubling('account')

/** Limits of guessing a password. */
export const passwordGuesses: readonly Throttle[] = [perPersonHere, ...perAddress, ...perAccount]

/**
 * Limits of guessing a code: whoever has the password has 30 tries a day. With three of a million codes valid, that is
 * one chance in eleven thousand (D-102).
 */
export const codeGuesses = (by: 'pending-user' | 'user'): readonly Throttle[] => [
  { tries: 5, by, counts: 'failures' },
  { tries: 30, within: day, by, counts: 'failures' },
]

/** Wrong codes after which a sign-in begins again with the password (D-102). */
export const codesPerSignIn = 5

/**
 * One address founds a few accounts in an hour, each of which has a trial without limits, and asks for a few addresses
 * whether they are taken (D-102). Colleagues who were invited are not counted: their code was mailed to them.
 */
export const registrations: readonly Throttle[] = [
  { tries: 5, within: hour, by: 'address', counts: 'successes', unless: 'invitation' },
  ...perAddress,
]

/** Nobody needs more links to a new password in an hour, and nobody's inbox is to be filled with them (D-102). */
export const passwordResets: readonly Throttle[] = [
  { tries: 5, by: 'email-and-address', counts: 'all' },
  { tries: 5, within: hour, by: 'account', counts: 'all' },
]

/** Invitations that a team sends in a day: a large team in one go, and no use for unwanted mail (D-102). */
export const invitationsPerDay = 50

/** Changes of address that a user asks for: each mails an address that may be a stranger's (D-116). */
export const addressChanges = { anHour: 3, aDay: 10 } as const

/** Milliseconds between two times that an invitation is sent again: a mail may take a while (D-102). */
export const resendEvery = hour

/** Bytes that a team that pays for nothing uploads in a day: a whole archive of plans, and no free storage (D-102). */
export const trialBytesPerDay = 2 * 1024 ** 3

/** Bytes that a team with a paid plan uploads in a day: all that a line of 5 Mbit/s carries, and no full disk by morning. */
export const paidBytesPerDay = 50 * 1024 ** 3

/** Uploads that one caller sends at once: a browser sends two, and more only delay each of them (D-116). */
export const uploadsAtOnce = 4

/**
 * Bytes a second at which a body has to arrive, over half a minute: the slowest mobile lines are faster, and whoever
 * sends less holds a connection and its files for hours (D-116).
 */
export const leastBytesPerSecond = 16 * 1024

/** Free bytes of the disk below which no upload begins, so that all else goes on long before nothing can be written. */
export const leastFreeForUploads = 1024 ** 3

/**
 * Mailed links to invitations, which are followed without signing in: no id or code of one can be guessed, and whoever
 * tries is stopped sooner than by their length (D-102).
 */
export const wrongLinks: readonly Throttle[] = perAddress

/** Limits of guessing the password of a share link: those of an account's. */
export const shareGuesses: readonly Throttle[] = [
  { tries: 5, by: 'link-and-address', counts: 'failures' },
  ...perAddress,
  ...doubling('link'),
]

/**
 * Openings and downloads by share links from one network address: an office reads a site's files one after the other.
 * Each is an event, so that nobody may fill the log with them.
 */
export const sharedPages: readonly Throttle[] = [
  { tries: 60, by: 'address', counts: 'all' },
  { tries: 600, within: hour, by: 'address', counts: 'all' },
]

/** Zip files by share links from one network address: each reads all files of a link. */
export const sharedZips: readonly Throttle[] = [
  { tries: 5, by: 'address', counts: 'all' },
  { tries: 60, within: hour, by: 'address', counts: 'all' },
]

/** Personal access tokens of one user in a minute: more than anybody names by hand. */
export const personalTokensAMinute = { tries: 10, by: 'user', counts: 'all' } as const satisfies Throttle

/** Whoever types a coupon needs a few; whoever guesses them needs thousands, at whatever door (D-116). */
const couponsOfUser = { tries: 30, by: 'user', counts: 'all', together: 'coupons' } as const satisfies Throttle
export const couponTries: readonly Throttle[] = [{ tries: 30, by: 'address', counts: 'all' }, couponsOfUser]

/** The same where a coupon may come along. */
export const couponBeside: Throttle = { ...couponsOfUser, only: 'coupon' }

/** A form asks again after each choice; each answer is the payment provider's. */
export const previewTries = { tries: 60, by: 'user', counts: 'all' } as const satisfies Throttle

/** Writes of one user, of all operations together: more than anybody does by hand, and programs wait (D-116). */
export const writesAMinute: Throttle = { tries: 120, by: 'user', counts: 'all', together: 'writes', elsewhere: true }

/** A page asks for its next token a few times an hour; somebody has many open. */
export const pageTokens = { tries: 60, by: 'user', counts: 'all' } as const satisfies Throttle

/** Bodies that no provider has signed: theirs are, and are not counted. */
export const unsignedNews = { tries: 120, by: 'address', counts: 'failures' } as const satisfies Throttle

/**
 * Text messages in a day, each of which costs: of a user, who has a few sign-ins; to one number that is not proven,
 * whoever asks; from one network address; and of the whole installation, beyond which something is wrong and operators
 * look (D-116).
 */
export const textsADay = { user: 5, number: 3, address: 20, installation: 500 } as const

/** Open share links of one record: each is a way in that somebody has to remember (D-116). */
export const openSharesOfRecord = 100

/** A form asks again after each change of an address; whoever types needs fewer than this. */
export const taxRateTries = { tries: 60, by: 'address', counts: 'all' } as const satisfies Throttle

/** A user who answers apps needs a few; nobody reads one question a second. */
export const consentAnswers = { tries: 60, by: 'user', counts: 'all' } as const satisfies Throttle

/**
 * A client that does not know its own secret is guessing it; other errors are those of programs that are being written,
 * of which many may share an address (D-102).
 */
export const clientGuesses: readonly Throttle[] = [
  { tries: 20, by: 'client-and-address', counts: 'unauthenticated' },
  { tries: 120, by: 'address', counts: 'refused' },
]

/** Zip files of one user in a minute: whoever goes through sites one by one needs fewer. */
export const zipsAMinute = { tries: 20, by: 'user', counts: 'all' } as const satisfies Throttle

/** Reports that one caller may have drawn at once: each occupies a processor for seconds. */
export const reportsAtOnce = 1

/** Calls of one caller that may compare or hash a password at once: each occupies a core. */
export const passwordsAtOnce = 100

/** Live streams of one caller: as many as somebody has tabs open. */
export const streamsAtOnce = 50

/** Zip files of one caller that are read at once: each reads many files. */
export const zipsAtOnce = 2

/** Failures of a user who proves again who they are, and of whoever holds a mailed link. */
export const proofsAMinute = (by: Throttle['by']): Throttle => ({ tries: 5, by, counts: 'failures' })

/**
 * Mails and texts to somebody because this caller asks for them: so many a minute, and twenty a day, which fill
 * nobody's inbox.
 */
export const messages = (tries: number, by: Throttle['by']): readonly Throttle[] => [
  { tries, by, counts: 'all' },
  { tries: 20, within: day, by, counts: 'all' },
]

/** Teams that one user founds in a day, each of which has a trial and invitations of its own. */
export const teamsADay: Throttle = { tries: 10, within: day, by: 'user', counts: 'successes', elsewhere: true }

/** Exports of all that is known of a person: each reads their whole history. */
export const personalExports = { tries: 10, within: hour, by: 'user', counts: 'all' } as const satisfies Throttle

/** A code that was mailed with an invitation, typed by hand. */
export const invitationCodes = { tries: 20, by: 'user', counts: 'failures' } as const satisfies Throttle
