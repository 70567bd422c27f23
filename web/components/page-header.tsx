import { Text, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/page-header.module.css'

type Props = {
  title: string
  /** The chosen one of its tabs, which the title of the window begins with. */
  tab?: string | undefined
  /** What the title of the window names in the place of the heading. */
  of?: string | undefined
  detail?: ReactNode
  trail?: readonly ReactNode[] /** The dropdown next to the title. */
  menu?: ReactNode
}

/** The header of a page: breadcrumbs, title and a line of details. */
export const PageHeader = ({ title, tab, of = title, detail, trail = [], menu }: Props) => (
  <header className={styles.header}>
    <title>{[tab, of, 'Siteledger'].filter(Boolean).join(' · ')}</title>
    {trail.length > 0 && (
      <nav aria-label="Breadcrumbs" className={styles.trail}>
        {trail.map((step, index) => (
          // The order of the breadcrumbs never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the step's identity
          <Fragment key={index}>
            {step}
            <Icon name="chevron" size={13} />
          </Fragment>
        ))}
        <span aria-current="page">{title}</span>
      </nav>
    )}
    <div className={styles.line}>
      <Title order={1} className={styles.title} title={title}>
        {title}
      </Title>
      {menu}
    </div>
    {detail && (
      <Text component="div" c="dimmed" size="sm">
        {detail}
      </Text>
    )}
  </header>
)
