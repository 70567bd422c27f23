import { expect, test } from 'vitest'
import { isCharacters, keyPlaces, keys, keysOf, type Shortcut } from '#web/lib/keys.ts'

const shortcuts: readonly Shortcut[] = Object.values(keys)

const row = ({ presses, what }: Shortcut) => {
  const joined = (press: string) =>
    keysOf(press)
      .map((key) => `\`${key}\``)
      .join(press.includes(' ') ? ' then ' : ' + ')
  return `| ${presses.map(joined).join(' or ')} | ${what} |`
}

const page = `# Keyboard

On every page \`?\` shows these keys, and so does “Keyboard shortcuts” in the menu under your name. They are quiet while you
type in a field and while a dialog or a menu is open. Keys that are single characters can be turned off there, as WCAG 2.1.4
asks; your browser keeps that for you. On a Mac, Ctrl is Command.

A letter goes into a list, and to its next row; from a row on the arrows do the same. Elsewhere the arrows scroll the page, as
always. The keys of a row press what the row offers: who may not edit or delete it has no key for that either.
${keyPlaces
  .map((place) => {
    const rows = shortcuts.filter((shortcut) => shortcut.place === place).map(row)
    return `\n## ${place}\n\n| keys | what they do |\n| --- | --- |\n${rows.join('\n')}\n`
  })
  .join('')}`

test('docs/generated/keyboard.md lists the keys of the register', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/generated/keyboard.md')
})

test('no two shortcuts outside dialogs share their keys, nor is one the beginning of another', () => {
  const presses = shortcuts.flatMap(({ place, presses }) => (place === 'In a preview' ? [] : presses))

  expect(presses.filter((press, at) => presses.indexOf(press) !== at)).toEqual([])
  const beginnings = presses.filter((press) => press.trim().includes(' ')).map((press) => press.split(' ')[0])
  expect(presses.filter((press) => beginnings.includes(press))).toEqual([])
})

test('single characters can be told from other keys', () => {
  expect(['/', 'n', '?', 'g c'].every(isCharacters)).toBe(true)
  expect(['mod+k', 'ArrowDown', 'Enter', ' ', 'Delete'].some(isCharacters)).toBe(false)
})

test.each([
  ['mod+k', ['Ctrl', 'K']],
  ['g c', ['G', 'C']],
  [' ', ['Space']],
  ['?', ['?']],
  ['A', ['Shift', 'A']],
  ['ArrowDown', ['↓']],
])('the press %j is shown as %j', (press, shown) => {
  expect(keysOf(press)).toEqual(shown)
})
