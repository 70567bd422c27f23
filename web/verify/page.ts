import { isVkey } from '#schemas/proofs/checkpoint.ts'
import { type Finding, verdictOf } from '#web/verify/verdict.ts'

const files = document.querySelector<HTMLInputElement>('#files')
const keys = document.querySelector<HTMLTextAreaElement>('#keys')
const list = document.querySelector('#findings')

const marks: Readonly<Record<Finding['says'], string>> = { holds: '✓ ', fails: '✗ ', unchecked: '' }

/** Says of all that is chosen what it shows; after each change of files or keys. */
const show = async (): Promise<void> => {
  const chosen = [...(files?.files ?? [])]
  const given = await Promise.all(chosen.map(async (file) => ({ name: file.name, text: await file.text() })))
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
