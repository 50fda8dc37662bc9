/** Screen of the walkthrough: one picture, in the reader's theme. */
import { useTheme } from '@/lib/theme'
import { PICTURE, type Step } from '../walkthroughSteps'

export function WalkthroughScreen({ step }: { step: Step }) {
  const theme = useTheme()
  const light = `/walkthrough/${step.picture}.webp`
  const dark = `/walkthrough/${step.picture}-dark.webp`
  return (
    <picture>
      {theme === 'system' ? <source media="(prefers-color-scheme: dark)" srcSet={dark} /> : null}
      <img
        key={step.picture}
        src={theme === 'dark' ? dark : light}
        width={PICTURE.width}
        height={PICTURE.height}
        alt={`Screen: ${step.title}`}
        className="h-auto w-full rounded-card border border-line-strong bg-sunk"
      />
    </picture>
  )
}
