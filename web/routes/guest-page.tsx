import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '#web/components/brand.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import styles from '#web/routes/guest-page.module.css'

/** The layout of pages for guests: one form, and a link to the other one. */
export const GuestPage = ({
  title,
  lead,
  children,
  other,
  banner,
}: Record<'lead' | 'children' | 'other', ReactNode> & { title: string; banner?: ReactNode }) => (
  <Shell
    banner={banner}
    narrow
    head={
      <>
        <Brand />
        <span className={styles.gap} />
        <SchemeToggle />
      </>
    }
  >
    <title>{`${title} · Siteledger`}</title>
    <Title order={1} className={styles.title}>
      {title}
    </Title>
    <p className={styles.lead}>{lead}</p>
    <Paper className={styles.paper}>{children}</Paper>
    <p className={styles.other}>{other}</p>
  </Shell>
)
