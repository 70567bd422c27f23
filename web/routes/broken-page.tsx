import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Brand } from '#web/components/brand.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { Shell } from '#web/components/shell.tsx'
import styles from '#web/routes/not-found-page.module.css'

/** The page for a failure to load; the retry loads its data again. */
export const BrokenPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  return (
    <div className={styles.page}>
      <PageHeader title="This page cannot be shown" />
      <Failure error={error} onRetry={() => void router.invalidate()} />
    </div>
  )
}

/** The same page with a layout of its own, for when even the signed-in user is unknown. */
export const BrokenStart = (problem: ErrorComponentProps) => (
  <Shell head={<Brand />}>
    <BrokenPage {...problem} />
  </Shell>
)
