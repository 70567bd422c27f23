import { Button, Paper } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { PlaceLink } from '#web/components/links.tsx'
import { Portrait } from '#web/components/portrait.tsx'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import styles from '#web/features/kiosk/accounts/profile.module.css'
import { ApiProblem } from '#web/lib/api-problem.ts'

type BackProps = { /** The hash of the search, and what it finds: 'users'. */ hash: string; several: string }

/** The link to the search, above what it leads to. */
export const Back = ({ hash, several }: BackProps) => (
  <p className={styles.back}>
    <PlaceLink hash={hash}>{`All ${several}`}</PlaceLink>
  </p>
)

type ProfileProps = BackProps & {
  name: string
  /** Below the name. */
  detail: ReactNode
  picture: string | null
  facts: ReactNode
  actions: ReactNode
  /** The content below. */
  children: ReactNode
}

/** A user or a team: facts left, actions right, and more below. The name takes the focus, so that it is read. */
export const Profile = ({ hash, several, name, detail, picture, facts, actions, children }: ProfileProps) => {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <article aria-labelledby={title}>
      <Back hash={hash} several={several} />
      <Paper className={styles.card ?? ''}>
        <div className={styles.head}>
          <Portrait name={name} src={picture} large />
          <div>
            <h2 ref={heading} id={title} tabIndex={-1} className={styles.name}>
              {name}
            </h2>
            <p className={styles.detail}>{detail}</p>
          </div>
        </div>
        <div className={styles.columns}>
          <dl className={styles.facts}>{facts}</dl>
          <section className={styles.actions} aria-label="Actions">
            {actions}
          </section>
        </div>
      </Paper>
      {children}
    </article>
  )
}

/** A line of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

type Query = { isPending: boolean; error: Error | null; refetch: () => unknown }

/** Instead of a profile: while it loads, when it does not, and where there is none. */
export const NoProfile = ({ hash, several, one, query }: BackProps & { one: string; query: Query }) => {
  const navigate = useNavigate()
  const { isPending, error, refetch } = query
  if (isPending) return <Waiting label={`Loading the ${one}`} />
  const isUnknown = error instanceof ApiProblem && error.status === 404
  if (!isUnknown) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Failure message={`There is no such ${one}.`} />
      <Button variant="default" mt="md" onClick={() => void navigate({ to: '.', hash })}>
        {`All ${several}`}
      </Button>
    </>
  )
}
