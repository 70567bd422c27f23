import { Button, Code, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { ChosenFiles } from '#web/features/files/chosen.ts'
import { ZipDialog } from '#web/features/files/zip-dialog.tsx'

const command = 'siteledger export all FOLDER'

/** Every file of the team; their number is known once the zip file is prepared. */
const all: ChosenFiles = { rows: [], filter: {}, count: 2 }

/** How the owner of a team takes everything along: by the command line, and the files as one zip file. */
const EverythingPanel = () => {
  const [opened, setOpened] = useState(false)
  return (
    <Panel title="Take everything with you">
      <Text size="md">
        The command line saves all files in folders of their clients and sites, with lists of clients, sites, visits and
        categories, and the history. Into the same folder again it saves what is new. All of it can be imported again.
      </Text>
      <Group gap="sm">
        <Code>{command}</Code>
        <CopyButton text={command} what="command" variant="default" size="xs">
          Copy command
        </CopyButton>
      </Group>
      <Text size="md">Or download the files alone as one zip file: up to 10,000 files and 4 GB.</Text>
      <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setOpened(true)}>
        Download all files
      </Button>
      <ZipDialog chosen={all} opened={opened} onClose={() => setOpened(false)} />
    </Panel>
  )
}

export default EverythingPanel
