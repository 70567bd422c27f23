const direction = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Control characters and those of the writing direction: text of users controls no terminal, and shows as what it is. */
const steering = new RegExp(`[\\p{Cc}\\u2028\\u2029${direction}]`, 'gu')
/** Those of them that JSON does not escape by itself. */
const steeringInJson = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${direction}]`, 'g')

/** Text of users as one safe line of a terminal or a page. */
export const safeText = (text: string): string => text.replace(steering, '\u{fffd}')

/** Text of users as safe lines of a terminal. */
export const safeLines = (text: string): string =>
  text
    .split(/(\r?\n)/)
    .map((part, at) => (at % 2 ? part : safeText(part)))
    .join('')

/** JSON with the same meaning that does not control the terminal. */
export const safeJson = (json: string): string =>
  json.replace(steeringInJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
