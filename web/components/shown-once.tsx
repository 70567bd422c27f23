import { Button, Group, Text } from '@mantine/core'
import { CopyButton } from '#web/components/copy-button.tsx'
import styles from '#web/components/shown-once.module.css'

type Props = {
  words: string
  secret: string
  /** What the secret is, in a sentence: 'token'. */
  what: string
  /** Labels of the button that copies it, and of the one that goes on without it. */
  answers: readonly [string, string]
  onLeave: () => void
}

/** A secret that is shown this once, with a button that copies it. */
export const ShownOnce = ({ words, secret, what, answers, onLeave }: Props) => (
  <>
    <Text size="md">{words}</Text>
    <code className={styles.secret}>{secret}</code>
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onLeave}>
        {answers[1]}
      </Button>
      <CopyButton text={secret} what={what} data-autofocus>
        {answers[0]}
      </CopyButton>
    </Group>
  </>
)
