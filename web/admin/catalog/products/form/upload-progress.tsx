/** The default bar of some browsers has too little contrast. */
const bar =
  'appearance-none bg-line [&::-moz-progress-bar]:bg-madder [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-madder'

/** The progress of an upload, which the server processes at its end. */
export function UploadProgress({
  fraction,
  label = 'Upload',
  lastStep = 'Processing image…',
}: {
  fraction: number
  label?: string
  /** what the server does at the end */
  lastStep?: string
}) {
  const percent = Math.round(fraction * 100)
  return (
    <span className="flex grow items-center gap-3 text-sm text-soft tabular-nums">
      <progress aria-label={label} max={100} value={percent} className={`h-2 w-40 grow sm:grow-0 ${bar}`} />
      {percent < 100 ? `${percent} %` : lastStep}
    </span>
  )
}
