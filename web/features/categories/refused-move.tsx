import { Alert, Button, Group, Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { Icon } from '#web/components/icon.tsx'
import { refusedMoveAtom, useArrange } from '#web/features/categories/use-arrange.ts'

/** Says that a move conflicted with other people's changes, above the current tree, and offers to retry it (D-28). */
export const RefusedMove = () => {
  const [refused, setRefused] = useAtom(refusedMoveAtom)
  const arrange = useArrange()
  if (!refused) return null
  return (
    <Alert color="yellow" variant="light" mb="md" role="alert" icon={<Icon name="alert" size={18} />}>
      <Text size="md" c="var(--mantine-color-text)">
        {`Someone else has changed the categories meanwhile. They are shown as they are now; ${refused.name} has not been moved.`}
      </Text>
      <Group gap="sm" mt="sm">
        <Button variant="default" size="xs" onClick={() => arrange(refused)}>
          {`Move ${refused.name} again`}
        </Button>
        <Button variant="subtle" size="xs" onClick={() => setRefused(null)}>
          Leave it
        </Button>
      </Group>
    </Alert>
  )
}
