import { resources } from '#schemas/nouns.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { kinds } from '#web/components/kinds.ts'
import { listed } from '#web/lib/listed.ts'

/** The records of each kind in words, without those of `own`: '2 sites, 3 visits and 14 files'; empty without any. */
export const listedContents = (contents: TrashEntry['contents'], own: Partial<TrashEntry['contents']> = {}): string =>
  listed(
    resources.flatMap((kind) => {
      const others = (contents[kind] ?? 0) - (own[kind] ?? 0)
      return others > 0 ? [counted(others, kinds[kind].one, kinds[kind].many)] : []
    }),
  )
