import type { ViaKind } from '#schemas/event.ts'

/** The ways in which things are done, as the filter offers them. */
const titles: Record<ViaKind, string> = {
  session: 'By hand',
  import: 'Import',
  token: 'API token',
  'personal-token': 'Personal access token',
  oauth: 'App',
  share: 'Share link',
  registration: 'Registration',
  worker: 'In the background',
}

/** The options of the filter by way, after that for all of them. */
export const wayOptions = [
  { value: '', label: 'Any way' },
  ...Object.entries(titles).map(([value, label]) => ({ value, label })),
]

export const isWay = (text: string): boolean => Object.hasOwn(titles, text)
