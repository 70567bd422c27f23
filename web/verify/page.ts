import { isVkey } from '#schemas/proofs/checkpoint.ts'
import { type Given, readGiven } from '#web/verify/given.ts'
import { type Finding, verdictOf } from '#web/verify/verdict.ts'

const files = document.querySelector<HTMLInputElement>('#files')
const keys = document.querySelector<HTMLTextAreaElement>('#keys')
const list = document.querySelector('#findings')
const busy = document.querySelector('#busy')

const marks: Readonly<Record<Finding['says'], string>> = { holds: '✓ ', fails: '✗ ', unchecked: '' }

/** Files are read once, since a pack may be large. */
const readings = new WeakMap<File, Promise<Given>>()
const readFile = (file: File): Promise<Given> => {
  const read = async (start: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(start, start + length).arrayBuffer())
  const progress = (part: number): void => {
    if (busy) busy.textContent = `${name}: ${Math.floor(part * 100)} percent is read.`
  }
  const { name, size } = file
  const unreadable = (): Given => ({ name, text: '' })
  const reading = readings.get(file) ?? readGiven({ name, size, read }, progress).catch(unreadable)
  readings.set(file, reading)
  return reading
}

let shown = 0

/** Says of all that is chosen what it shows; after each change of files or keys. */
const show = async (): Promise<void> => {
  shown += 1
  const own = shown
  list?.replaceChildren()
  const given = await Promise.all([...(files?.files ?? [])].map(readFile))
  // Something else was chosen meanwhile.
  if (own !== shown) return
  if (busy) busy.textContent = ''
  const vkeys = keys?.value.split('\n').map((line) => line.trim()) ?? []
  const unusable = vkeys.filter((vkey) => vkey !== '' && !isVkey(vkey))
  const findings: Finding[] = [
    ...unusable.map((vkey): Finding => ({ says: 'fails', words: `"${vkey}" is no public key of a log.` })),
    ...verdictOf(given, vkeys.filter(isVkey)),
  ]
  list?.replaceChildren(
    ...findings.map(({ says, words }) =>
      Object.assign(document.createElement('li'), { className: says, textContent: `${marks[says]}${words}` }),
    ),
  )
}

for (const field of [files, keys]) field?.addEventListener('input', () => void show())
