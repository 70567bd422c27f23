import '@mantine/core/styles/Badge.layer.css'
import { Badge } from '@mantine/core'
import { revokeShare, type ShareLink } from '#schemas/resources/shares.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Row } from '#web/components/rows.tsx'
import { pausageOf, usageOf } from '#web/features/shares/shares.ts'
import { callApi } from '#web/lib/api.ts'
import { useHolds } from '#web/lib/session.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type Props = { share: ShareLink; name: string; detail?: string }

/** A link: what it is for, how it was used, who made it, and its end. */
export const ShareRow = ({ share, name, detail }: Props) => {
  const changed = useChanged(['share'])
  const mayShare = useHolds('share')
  const pause = pausageOf(share)
  const revoke = async () => {
    await callApi(revokeShare, { params: { id: share.id } })
    await changed('The share link has been revoked.')
  }
  return (
    <Row
      name={name}
      badge={
        pause && (
          <Badge variant="default" size="sm" tt="none" fw={500}>
            {pause}
          </Badge>
        )
      }
      detail={[detail, usageOf(share)].filter(Boolean).join(' · ')}
      actions={(about) =>
        mayShare && (
          <ConfirmButton
            title="Revoke share link"
            question={`Revoke the share link of ${share.name}? Whoever has it sees nothing any more, at once.`}
            answers={['No, Go Back', 'Yes, Revoke']}
            about={about}
            onYes={revoke}
          >
            Revoke
          </ConfirmButton>
        )
      }
    />
  )
}
