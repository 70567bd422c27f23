import { useEffect } from 'react'
import type { Resource } from '#schemas/nouns.ts'
import { kinds } from '#web/components/kinds.ts'
import { ButtonLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { focusPage } from '#web/lib/focus-page.ts'
import { useCan } from '#web/lib/session.ts'
import styles from '#web/routes/not-found-page.module.css'

/** Replaces the page of a record that is gone: explains why, and links back. */
export const GonePage = ({ kind, name }: { kind: Resource; name: string }) => {
  const mayDelete = useCan()(`${kind}.delete`)
  const { icon, one, many } = kinds[kind]
  useEffect(() => {
    // The focused element disappeared with the record.
    if (document.activeElement === document.body) focusPage()
  }, [])
  return (
    <div className={styles.page}>
      <PageHeader title={name} />
      <div role="alert">
        <EmptyHint icon={icon}>
          {`This ${one} is not here any more. A colleague has deleted it, or it is no longer shared with you.`}
        </EmptyHint>
      </div>
      <div className={styles.ways}>
        <ButtonLink to="/dashboard" hash={`/${kind}`}>
          {`Back to the ${many}`}
        </ButtonLink>
        {mayDelete && (
          <ButtonLink to="/dashboard/trash" variant="default">
            Look in the trash
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
