import type { ReactNode } from 'react'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'

const dashboard = (
  <TextLink key="dashboard" to="/dashboard">
    Dashboard
  </TextLink>
)

type Props = {
  title: string
  detail: string
  /** Whether the role of the user, or what it was given, lets them see what is here. */
  seen: boolean
  children?: ReactNode
}

const notSeen = 'You may not see this. The owner and the admins of the team decide who may.'

/** A page below the dashboard, and the way back. */
export const DashboardPart = ({ title, detail, seen, children }: Props) => (
  <>
    <PageHeader title={title} detail={detail} trail={[dashboard]} />
    {seen ? children : <EmptyHint icon="eye">{notSeen}</EmptyHint>}
  </>
)
