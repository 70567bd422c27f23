import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from '#web/components/panel.module.css'

/** A titled part of a page that holds a form. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId()
  return (
    <Paper component="section" aria-labelledby={heading} className={styles.panel}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
