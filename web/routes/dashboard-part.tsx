import type { ReactNode } from 'react'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'

const dashboard = (
  <TextLink key="dashboard" to="/dashboard">
    Dashboard
  </TextLink>
)

type Props = { title: string; detail: string; children: ReactNode }

/** A page that the menu of the dashboard leads to, and the way back. */
export const DashboardPart = ({ title, detail, children }: Props) => (
  <>
    <PageHeader title={title} detail={detail} trail={[dashboard]} />
    {children}
  </>
)
