import { QrPicture } from '#web/components/qr-picture.tsx'

/** The secret of an authenticator's address, in groups, for typing it without a camera. */
const secretIn = (address: string): string =>
  (new URL(address).searchParams.get('secret') ?? '').replace(/(.{4})/g, '$1 ').trim()

/** An authenticator's address as a QR code and its secret as text. */
export const QrCode = ({ text, className }: { text: string; className: string }) => (
  <div>
    <QrPicture text={text} alt="QR code for your authenticator app" className={className} />
    <p>{`Or type this secret: ${secretIn(text)}`}</p>
  </div>
)
