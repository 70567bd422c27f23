/** Control characters of both kinds and what turns the direction of text: a name must not steer the terminal. */
const steering = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Text of others, fit to be shown on one line of a terminal. */
export const safeText = (text: string): string => text.replace(steering, '\u{fffd}')
