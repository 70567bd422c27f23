/** Where keys act, in the order in which they are listed. */
export const keyPlaces = ['Anywhere', 'Go to', 'In a list', 'In a preview'] as const
export type KeyPlace = (typeof keyPlaces)[number]

/**
 * One shortcut. A press is the name of a key (`KeyboardEvent.key`), `mod+` and a key (Ctrl, or Command on a Mac), or two
 * keys one after the other: 'g c'.
 */
export type Shortcut = { place: KeyPlace; presses: readonly string[]; what: string }

/** All shortcuts of the web app; what lists them for people is made from here. */
export const keys = {
  search: { place: 'Anywhere', presses: ['/', 'mod+k'], what: 'Search, or find an action' },
  add: { place: 'Anywhere', presses: ['n'], what: 'Go to the form that adds to the list' },
  asOf: { place: 'Anywhere', presses: ['A'], what: 'Show records as they were on a day' },
  undo: { place: 'Anywhere', presses: ['mod+z'], what: 'Undo, while it is offered' },
  help: { place: 'Anywhere', presses: ['?'], what: 'Show these keys' },
  clients: { place: 'Go to', presses: ['g c'], what: 'Clients' },
  sites: { place: 'Go to', presses: ['g s'], what: 'Sites' },
  visits: { place: 'Go to', presses: ['g v'], what: 'Visits' },
  files: { place: 'Go to', presses: ['g f'], what: 'Files' },
  documents: { place: 'Go to', presses: ['g d'], what: 'Documents' },
  categories: { place: 'Go to', presses: ['g a'], what: 'Categories' },
  trash: { place: 'Go to', presses: ['g t'], what: 'Trash' },
  history: { place: 'Go to', presses: ['g h'], what: 'History' },
  imports: { place: 'Go to', presses: ['g i'], what: 'Imports' },
  settings: { place: 'Go to', presses: ['g p'], what: 'Your settings' },
  nextRow: { place: 'In a list', presses: ['j', 'ArrowDown'], what: 'The next row' },
  previousRow: { place: 'In a list', presses: ['k', 'ArrowUp'], what: 'The previous row' },
  nextCard: { place: 'In a list', presses: ['ArrowRight'], what: 'The card to the right' },
  previousCard: { place: 'In a list', presses: ['ArrowLeft'], what: 'The card to the left' },
  openRow: { place: 'In a list', presses: ['Enter'], what: 'Open' },
  editRow: { place: 'In a list', presses: ['e'], what: 'Edit' },
  deleteRow: { place: 'In a list', presses: ['Delete'], what: 'Ask whether to delete' },
  selectRow: { place: 'In a list', presses: [' '], what: 'Select a file or document' },
  print: { place: 'In a list', presses: ['mod+p'], what: 'Print all of it, also from a field' },
  nextFile: { place: 'In a preview', presses: ['ArrowRight'], what: 'The next file' },
  previousFile: { place: 'In a preview', presses: ['ArrowLeft'], what: 'The previous file' },
} as const satisfies Record<string, Shortcut>

export type KeyName = keyof typeof keys

/** Whether a press is made of characters, which people who speak to their computer may produce by accident (WCAG 2.1.4). */
export const isCharacters = (press: string): boolean =>
  press.split(' ').every((key) => key.length === 1 && key.trim() !== '')

const shown: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  mod: 'Ctrl',
}

const shownKey = (key: string): string => shown[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** The keys of a press as people know them: ['Ctrl', 'K'], ['G', 'C'], ['Space']. */
export const keysOf = (press: string): string[] => {
  if (press.trim() === '') return [shownKey(' ')]
  if (press.includes('+')) return press.split('+').map(shownKey)
  return /^[A-Z]$/.test(press) ? ['Shift', press] : press.split(' ').map(shownKey)
}
