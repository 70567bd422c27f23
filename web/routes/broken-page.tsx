import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Failure } from '#web/components/failure.tsx'
import { messageOf } from '#web/lib/api-problem.ts'
import styles from '#web/routes/not-found-page.module.css'

/** For a page that cannot be shown at all; another try loads its data again. */
export const BrokenPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  return (
    <div className={styles.page}>
      <Failure message={messageOf(error)} onRetry={() => void router.invalidate()} />
    </div>
  )
}
