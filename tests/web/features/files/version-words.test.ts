import { describe, expect, test } from 'vitest'
import type { VersionedFile } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { outcomeWords } from '#web/features/files/version-words.ts'

const before = { name: 'Plan', mime_type: 'image/jpeg' } as SiteFile
const after = (changes: object) =>
  ({ name: 'Plan', version: 2, mime_type: 'image/jpeg', expires_at: null, same_as: null, ...changes }) as VersionedFile

describe('what became of a version', () => {
  test.each([
    [{ outcome: 'replaced' }, 'Plan has been replaced. It is version 2 now.'],
    [
      { outcome: 'replaced', mime_type: 'application/pdf' },
      'Plan has been replaced. It is version 2 now, a PDF instead of a JPEG.',
    ],
    [
      { outcome: 'replaced', expires_at: '31/03/2026' },
      'Plan has been replaced. It is version 2 now. Its expiry date is still 31/03/2026.',
    ],
    [
      { outcome: 'replaced', same_as: { id: 'f2', name: 'Roof' } },
      'Plan has been replaced. It is version 2 now. The same file is already here: Roof.',
    ],
    [{ outcome: 'brought_back', version: 3 }, 'An earlier version of Plan has been brought back as version 3.'],
    [{ outcome: 'unchanged', version: 1 }, 'Nothing has changed: Plan has this content already.'],
  ])('%j', (outcome, words) => {
    expect(outcomeWords(before, after(outcome))).toBe(words)
  })
})
