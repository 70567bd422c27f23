import { Button } from '@mantine/core'
import { impersonate } from '#schemas/resources/impersonation.ts'
import { urlOf } from '#web/lib/api.ts'

/** Leads to the dashboard of a user, in their name: a full page load, for the session is then theirs (D-64). */
export const ImpersonateLink = ({ id, children }: { id: string; children: string }) => (
  <Button component="a" href={urlOf(impersonate, { params: { id } })}>
    {children}
  </Button>
)
