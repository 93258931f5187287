/** Drawn here: a browser's own bar is nearly as dark empty as it is full. */
const bar =
  'appearance-none bg-line [&::-moz-progress-bar]:bg-madder [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-madder'

/** How far the upload has come; at its end the server still looks at the picture. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <span className="flex grow items-center gap-3 text-sm text-soft tabular-nums">
      <progress aria-label="Upload" max={100} value={percent} className={`h-2 w-40 grow sm:grow-0 ${bar}`} />
      {percent < 100 ? `${percent} %` : 'Preparing the picture…'}
    </span>
  )
}
