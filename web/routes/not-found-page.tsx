import { Brand } from '#web/components/brand.tsx'
import { ButtonLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { Shell } from '#web/components/shell.tsx'
import styles from '#web/routes/not-found-page.module.css'

/** For the address of a record that does not exist, or that this user may not see. */
export const NotFoundPage = () => (
  <div className={styles.page}>
    <PageHeader title="Page not found" />
    <EmptyHint icon="pin">There is nothing here. It may have been moved or deleted.</EmptyHint>
    <ButtonLink to="/dashboard" variant="default">
      To the dashboard
    </ButtonLink>
  </div>
)

/** For an unknown address. */
export const NoSuchPage = () => (
  <Shell head={<Brand />}>
    <NotFoundPage />
  </Shell>
)
