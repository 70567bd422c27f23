import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Brand } from '#web/components/brand.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Shell } from '#web/components/shell.tsx'
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

/** The same with a frame of its own, where not even it is known who is signed in. */
export const BrokenStart = (problem: ErrorComponentProps) => (
  <Shell head={<Brand />}>
    <BrokenPage {...problem} />
  </Shell>
)
