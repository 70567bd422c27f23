import { atom, getDefaultStore } from 'jotai'
import { isCharacters, type KeyName, keys } from '#web/lib/keys.ts'
import { isSomethingOpen } from '#web/lib/something-open.ts'

/** Whether keys that are characters act; people may turn them off (WCAG 2.1.4). */
export const characterKeysAtom = atom(true)

/** Milliseconds in which the second key of two follows. */
const patience = 1500

/** Names by their presses, without those of dialogs. */
const names = new Map<string, KeyName>(
  Object.entries(keys).flatMap(([name, { place, presses }]) =>
    place === 'In a preview' ? [] : presses.map((press) => [press, name as KeyName] as const),
  ),
)

const beginners = new Set([...names.keys()].filter((press) => /^\S \S$/.test(press)).map(([first]) => first))

/** Elements that use letters or arrows themselves. */
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=tree], [role=combobox]'

/** What is pressed with Ctrl, or Command. */
const withControl = ({ key, ctrlKey, metaKey }: KeyboardEvent): KeyName | undefined =>
  ctrlKey || metaKey ? names.get(`mod+${key.toLowerCase()}`) : undefined

/** No field has a use of its own for the key that prints. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(fields) !== null && withControl(event) !== 'print') ||
  isSomethingOpen()

/** The first of two keys, and when it was pressed. */
let begun: { key: string; at: number } | undefined

const nameOf = (event: KeyboardEvent): KeyName | undefined => {
  const { key, ctrlKey, metaKey, timeStamp } = event
  const first = begun && timeStamp - begun.at < patience ? begun.key : undefined
  begun = undefined
  if (isTaken(event)) return undefined
  if (ctrlKey || metaKey) return withControl(event)
  const isOn = (press: string) => getDefaultStore().get(characterKeysAtom) || !isCharacters(press)
  const press = first === undefined ? key : `${first} ${key}`
  if (first === undefined && beginners.has(key) && isOn(key)) begun = { key, at: timeStamp }
  return isOn(press) ? names.get(press) : undefined
}

/** The names of events that several components ask about: a second key counts once. */
const known = new WeakMap<KeyboardEvent, KeyName | undefined>()

/**
 * The shortcut that an event is, by the register of keys; undefined while the focus is in a field that takes it, while a
 * dialog or a menu is open, and for characters while they are turned off.
 */
export const pressedKey = (event: KeyboardEvent): KeyName | undefined => {
  if (!known.has(event)) known.set(event, nameOf(event))
  return known.get(event)
}
