import type { Resource } from '#schemas/nouns.ts'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { announce } from '#web/lib/announce.ts'

/** Announces that a record was added, with a link to it: the new row may be far from the form. */
export const announceAdded = (kind: Resource, { id, name }: { id: string; name: string }): Promise<void> =>
  announce(
    <>
      {name} has been added. <OpenLink kind={kind} id={id} />
    </>,
  )
