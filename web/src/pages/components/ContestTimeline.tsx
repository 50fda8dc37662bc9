/** Timeline of a contest, told by the clock: four moments of one evening. */

const MOMENTS = [
  {
    clock: '18:29:59',
    title: 'Nobody has seen a question.',
    text: 'They leave the server when the contest starts, not a second before. Reading the page’s source does not help.',
  },
  {
    clock: '18:30:00',
    title: 'It starts for everybody.',
    text: 'The server’s clock is the only clock. A phone that runs twenty minutes fast counts down the same seconds.',
  },
  {
    clock: '18:41:20',
    title: 'The Wi-Fi gives up.',
    text: 'Your answers wait on your phone and say so. They are sent when the network is back, even after a reload.',
  },
  {
    clock: '19:00:00',
    title: 'It ends, and the board opens.',
    text: 'More correct first, then fewer wrong, then less time. Equal on all three is an equal rank.',
  },
]

export function ContestTimeline() {
  return (
    <section aria-labelledby="moments" className="border-line border-y bg-surface">
      <div className="wrap-page py-14 sm:py-20">
        <h2 id="moments" className="max-w-[22ch] text-xl sm:text-2xl">
          An evening, by the server’s clock
        </h2>
        <ol className="mt-8">
          {MOMENTS.map((moment) => (
            <li
              key={moment.clock}
              className="grid gap-x-10 gap-y-1 border-line border-t py-5 sm:grid-cols-[11rem_minmax(0,1fr)] sm:py-6 lg:grid-cols-[14rem_18rem_minmax(0,1fr)]"
            >
              <p className="num font-[650] font-display text-lawn text-xl tracking-[-0.02em] sm:row-span-2 sm:text-2xl lg:row-span-1">
                {moment.clock}
              </p>
              <h3 className="text-lg sm:pt-1.5">{moment.title}</h3>
              <p className="max-w-[60ch] text-muted lg:pt-1.5">{moment.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
