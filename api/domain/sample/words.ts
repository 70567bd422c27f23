import type { SampleScene } from '#schemas/records/sample-content.ts'

/** Clients of a made-up facilities firm with the names of their sites. No real postcode begins with a Q. */
export const clients = [
  {
    name: 'Alder & Finch Estates',
    area: 'QA',
    sites: ['Quay House', 'Mill Court', 'Station Yard', 'Orchard Row', 'The Granary'],
  },
  {
    name: 'Brightwater Schools Trust',
    area: 'QB',
    sites: ['Ashby Primary', 'Brook Academy', 'Hillside Infants', 'Meadow School', 'Riverbank College'],
  },
  {
    name: 'Castlegate Hotels',
    area: 'QC',
    sites: ['Grand Parade', 'Harbour View', 'King’s Head', 'Lakeside Lodge', 'Old Exchange'],
  },
  {
    name: 'Dunmore Care Homes',
    area: 'QD',
    sites: ['Beech House', 'Cedar Lodge', 'Elm Grange', 'Holly Court', 'Willow Bank'],
  },
  {
    name: 'Eastwick Council',
    area: 'QE',
    sites: ['Central Library', 'Civic Offices', 'Market Hall', 'North Depot', 'Town Baths'],
  },
  {
    name: 'Fernhill Medical Group',
    area: 'QF',
    sites: ['Abbey Surgery', 'Canal Street Clinic', 'Fernhill Centre', 'Park Road Practice', 'West Gate Surgery'],
  },
  {
    name: 'Greyfriars Brewery',
    area: 'QG',
    sites: ['Barrel Store', 'Bottling Hall', 'Brewhouse', 'Cooperage', 'Greyfriars Tap'],
  },
  {
    name: 'Hartwell Retail Parks',
    area: 'QH',
    sites: ['Crossways Park', 'Hartwell Gate', 'Junction Nine', 'Pinewood Centre', 'Ring Road East'],
  },
  {
    name: 'Ironbank Logistics',
    area: 'QI',
    sites: ['Airfield Hub', 'Dock Four', 'Northern Depot', 'Rail Terminal', 'Southgate Warehouse'],
  },
  {
    name: 'Juniper Housing Association',
    area: 'QJ',
    sites: ['Albert Flats', 'Baker Court', 'Chapel Close', 'Denton Tower', 'Victoria Mansions'],
  },
  {
    name: 'Kingsmead Leisure',
    area: 'QK',
    sites: ['Aqua Centre', 'Bowls Pavilion', 'Ice Rink', 'Kingsmead Arena', 'Tennis Dome'],
  },
  {
    name: 'Lantern Theatres',
    area: 'QL',
    sites: ['Corn Exchange', 'Lantern Playhouse', 'Palace Theatre', 'Studio Works', 'The Roundhouse'],
  },
] as const

/** Two levels of categories by their keys; `months` is after how many the files of one expire. */
export const categories = [
  {
    key: 'fire',
    name: 'Fire safety',
    below: [
      { key: 'alarms', name: 'Fire alarms', months: 12 },
      { key: 'extinguishers', name: 'Extinguishers', months: 12 },
    ],
  },
  {
    key: 'gas',
    name: 'Gas and heating',
    below: [
      { key: 'gas-safety', name: 'Gas certificates', months: 12 },
      { key: 'boilers', name: 'Boilers' },
    ],
  },
  {
    key: 'electrical',
    name: 'Electrical',
    below: [
      { key: 'pat', name: 'Portable appliances', months: 12 },
      { key: 'lighting', name: 'Emergency lighting', months: 12 },
    ],
  },
  {
    key: 'water',
    name: 'Water hygiene',
    below: [
      { key: 'legionella', name: 'Legionella', months: 12 },
      { key: 'temperatures', name: 'Temperature logs' },
    ],
  },
  {
    key: 'photos',
    name: 'Photos',
    below: [
      { key: 'plant', name: 'Plant' },
      { key: 'building', name: 'Building' },
    ],
  },
] as const

type BelowKey = (typeof categories)[number]['below'][number]['key']

type Paper = { title: string; visit: string; category: BelowKey; text: readonly string[] }

/** The certificates of the yearly visits, valid for twelve months. */
export const certificates: readonly Paper[] = [
  {
    title: 'Gas safety certificate',
    visit: 'Gas safety check',
    category: 'gas-safety',
    text: [
      'Two boilers and one water heater were examined.',
      'Flues, ventilation and safety devices are sound.',
      'No defects were found.',
    ],
  },
  {
    title: 'Fire alarm certificate',
    visit: 'Fire alarm service',
    category: 'alarms',
    text: [
      'Panel, sounders and call points were tested.',
      'One detector on the first floor was replaced.',
      'The system is in working order.',
    ],
  },
  {
    title: 'Extinguisher service record',
    visit: 'Extinguisher service',
    category: 'extinguishers',
    text: [
      'All extinguishers were weighed and inspected.',
      'Two were recharged and sealed.',
      'Signs and brackets are in place.',
    ],
  },
  {
    title: 'Emergency lighting certificate',
    visit: 'Emergency lighting test',
    category: 'lighting',
    text: ['Every luminaire was run for three hours.', 'Three batteries were replaced.', 'All escape routes are lit.'],
  },
  {
    title: 'Legionella risk assessment',
    visit: 'Legionella survey',
    category: 'legionella',
    text: [
      'Tanks, calorifiers and outlets were sampled.',
      'Hot water reaches every outlet within a minute.',
      'One dead leg should be removed.',
    ],
  },
  {
    title: 'Portable appliance register',
    visit: 'Appliance testing',
    category: 'pat',
    text: [
      'All appliances were inspected and tested.',
      'One extension lead failed and was withdrawn.',
      'Labels show the next test.',
    ],
  },
]

/** Papers that belong to a site rather than to a visit. */
export const reports: readonly Omit<Paper, 'visit'>[] = [
  {
    title: 'Boiler log sheet',
    category: 'boilers',
    text: ['Pressure and temperature were read each week.', 'The system was topped up once.'],
  },
  {
    title: 'Fire drill report',
    category: 'alarms',
    text: ['The building was empty after four minutes.', 'The assembly point should be signed better.'],
  },
  {
    title: 'Water temperature log',
    category: 'temperatures',
    text: ['Hot outlets were read at 55 degrees or more.', 'Cold outlets were read at 18 degrees or less.'],
  },
  {
    title: 'Asset list',
    category: 'boilers',
    text: ['Pumps, fans and valves with their numbers.', 'Two pumps are due to be replaced.'],
  },
]

/** The subjects of photos. */
export const photos: readonly { name: string; scene: SampleScene; category: BelowKey }[] = [
  { name: 'Plant room', scene: 'plant', category: 'plant' },
  { name: 'Flat roof after rain', scene: 'roof', category: 'building' },
  { name: 'Escape route', scene: 'corridor', category: 'building' },
  { name: 'Main switchboard', scene: 'switchboard', category: 'plant' },
  { name: 'Front of the building', scene: 'front', category: 'building' },
]

/** Documents of the firm: made so many days ago, and valid for so many months, or for good. */
export const documents: readonly {
  title: string
  kind: string
  made: number
  months: number | null
  text: readonly string[]
}[] = [
  {
    title: 'Public liability insurance',
    kind: 'Insurance certificate',
    made: 352,
    months: 12,
    text: ['Covers claims of third parties up to five million pounds.', 'It is valid at all sites of all clients.'],
  },
  {
    title: 'Employers’ liability insurance',
    kind: 'Insurance certificate',
    made: 120,
    months: 12,
    text: ['Covers all employees at every place of work.', 'A copy is on display at each depot.'],
  },
  {
    title: 'Gas engineer registration',
    kind: 'Registration',
    made: 380,
    months: 12,
    text: ['Four engineers are registered for boilers and pipework.', 'Each carries a card with a photo.'],
  },
  {
    title: 'First aid certificates',
    kind: 'Training record',
    made: 1070,
    months: 36,
    text: ['Three members of staff were trained at work.', 'They are found on every shift.'],
  },
  {
    title: 'Health and safety policy',
    kind: 'Policy',
    made: 200,
    months: null,
    text: ['Risks are assessed before work begins.', 'Accidents are reported on the same day.'],
  },
  {
    title: 'Site induction handbook',
    kind: 'Handbook',
    made: 45,
    months: null,
    text: [
      'Sign in at the reception of each site.',
      'Wear boots and a high-visibility vest.',
      'Ask for the fire plan.',
    ],
  },
]
