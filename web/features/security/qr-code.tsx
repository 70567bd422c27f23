import { useQuery } from '@tanstack/react-query'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadWriter = retryingImport(() => import('qrcode'))

/** The secret of an authenticator's address, in groups, for typing it without a camera. */
const secretIn = (address: string): string =>
  (new URL(address).searchParams.get('secret') ?? '').replace(/(.{4})/g, '$1 ').trim()

/** An authenticator's address as a QR code and its secret as text. The library loads with the component. */
export const QrCode = ({ text, className }: { text: string; className: string }) => {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await loadWriter()).toDataURL(text, { margin: 0, width: 352 }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div>
      {data && <img src={data} alt="QR code for your authenticator app" className={className} />}
      <p>{`Or type this secret: ${secretIn(text)}`}</p>
    </div>
  )
}
