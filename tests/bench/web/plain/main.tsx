import '@mantine/core/styles.css'
import { Card, MantineProvider, Tabs, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

// The least that React and Mantine can do: as many cards as our dashboard shows, a field, and two tabs; without a router,
// a session, a call or a style of one's own.
const cards = Array.from({ length: 50 }, (_, n) => `Client ${n}`)

const Plain = () => {
  const [name, setName] = useState('')
  return (
    <Tabs defaultValue="Clients" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="Clients">Clients</Tabs.Tab>
        <Tabs.Tab value="Visits">Visits</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="Clients">
        {cards.map((each) => (
          <Card key={each}>{each}</Card>
        ))}
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Tabs.Panel>
      <Tabs.Panel value="Visits">
        {cards.map((each) => (
          <Card key={each}>{each.replace('Client', 'Quay visit')}</Card>
        ))}
      </Tabs.Panel>
    </Tabs>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <MantineProvider>
      <Plain />
    </MantineProvider>,
  )
