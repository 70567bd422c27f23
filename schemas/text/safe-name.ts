import { cleanName } from './clean-name.ts'

/** The extension of a file's name with its dot; empty without one. */
export const extensionOf = (name: string): string => /(?<=.)\.[^.]*$/s.exec(name)?.[0] ?? ''

/** Names that Windows keeps for devices, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(\.|$)/i

/** The first `max` UTF-16 units of a text, without half a character at the end. */
const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

/**
 * A name as one part of a path that every system takes: Windows, macOS and Linux. It is never empty, hidden or a step up,
 * and has at most `max` UTF-16 units, of which at most three bytes each. The extension stays.
 */
export const safeName = (name: string, max: number): string => {
  const plain = cleanName(name.toWellFormed())
    .normalize('NFC')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/^[\s.]+/, '')
  const extension = extensionOf(plain).length <= 5 ? extensionOf(plain) : ''
  const base = extension ? plain.slice(0, -extension.length) : plain
  const shortened = cut(base, max - extension.length - 1).replace(/[\s.]+$/, '')
  const whole = `${shortened || '_'}${extension}`.replace(/[\s.]+$/, '')
  return device.test(whole) ? `_${whole}` : whole
}

/** With a number before its extension: `Plan (2).pdf`. */
const numbered = (name: string, number: number, max: number): string => {
  const extension = extensionOf(name)
  const ending = ` (${number})${extension}`
  return cut(name.slice(0, name.length - extension.length), max - ending.length) + ending
}

/**
 * Gives names that are unique in their folder, also where case does not count: the second of a name is `name (2)`. A name
 * is safe, and no longer than `max`.
 */
export const uniqueNames = () => {
  const taken = new Set<string>()
  const latest = new Map<string, number>()
  const keyOf = (folder: string, name: string): string => `${folder}/${name}`.toLowerCase()
  return (folder: string, name: string, max: number): string => {
    const safe = safeName(name, max)
    const key = keyOf(folder, safe)
    let number = latest.get(key) ?? 1
    let unique = safe
    while (taken.has(keyOf(folder, unique))) {
      number += 1
      unique = numbered(safe, number, max)
    }
    latest.set(key, number)
    taken.add(keyOf(folder, unique))
    return folder === '' ? unique : `${folder}/${unique}`
  }
}
