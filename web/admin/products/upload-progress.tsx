/** How far the upload has come; at its end the server still looks at the picture. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <span className="flex grow items-center gap-3 text-sm text-soft tabular-nums">
      <progress aria-label="Upload" max={100} value={percent} className="h-2 w-40 grow accent-[var(--madder)] sm:grow-0" />
      {percent < 100 ? `${percent} %` : 'Preparing the picture…'}
    </span>
  )
}
