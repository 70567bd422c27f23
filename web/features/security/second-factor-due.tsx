import { Text } from '@mantine/core'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Panel } from '#web/components/panel.tsx'

/** Tells a member what their team asks of them before they can work in it. */
export const SecondFactorDue = ({ team }: { team: string }) => (
  <>
    <PageHeader title="Two-factor authentication" detail={`The team ${team} asks for it`} />
    <Panel title="One more step">
      <Text size="md">
        Everyone in this team signs in with a code beside the password. Turn two-factor authentication on, and
        everything is open to you again.
      </Text>
      <TextLink to="/settings" hash="/security" underline="always">
        Go to your security settings
      </TextLink>
    </Panel>
  </>
)
