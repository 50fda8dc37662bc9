/** /dev/kit, only while developing: every piece of ui/ in every state, to look at in both themes and at every width. */
import { Plus, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { Avatar } from '@/ui/Avatar'
import { Badge, BadgeButton } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { CheckField, PasswordField, SelectField, TextArea, TextField } from '@/ui/Field'
import { Menu, MenuItem, MenuLine } from '@/ui/Menu'
import { Modal } from '@/ui/Modal'
import { PageHead } from '@/ui/PageHead'
import { Progress } from '@/ui/Progress'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { Table, Td, Th } from '@/ui/Table'
import { Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/toast'

const TABS = [
  { value: 'all', label: 'All Contests', count: 14 },
  { value: 'upcoming', label: 'Upcoming', count: 3 },
  { value: 'active', label: 'Active', count: 2 },
  { value: 'completed', label: 'Completed', count: 9 },
] as const

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-line border-t py-8">
      <h2 className="mb-5 text-lg">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  )
}

export default function KitPage() {
  useTitle('Kit')
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('all')
  const [modal, setModal] = useState<'modal' | 'confirm' | null>(null)
  return (
    <div className="wrap-page pb-16">
      <PageHead
        title="Kit"
        lead="Every piece, every state."
        back="All Contests / Results"
        actions={
          <>
            <Button icon={<RotateCw className="size-4" />}>Refresh</Button>
            <Button variant="primary" icon={<Plus className="size-4" />}>
              Create New Contest
            </Button>
          </>
        }
      />
      <Part name="Button">
        {(['primary', 'secondary', 'danger', 'ghost'] as const).map((variant) => (
          <div key={variant} className="grid gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="sm">
              {variant} sm
            </Button>
            <Button variant={variant} busy>
              {variant}
            </Button>
            <Button variant={variant} disabled>
              {variant}
            </Button>
          </div>
        ))}
      </Part>
      <Part name="Field">
        <div className="grid w-full max-w-md gap-5">
          <TextField label="Title" hint="1 to 200 characters" defaultValue="Operating Systems" />
          <TextField label="E-mail" error="Please enter a valid email address" defaultValue="ananya@" />
          <PasswordField label="Password" />
          <SelectField label="Year">
            <option>2026</option>
            <option>2025</option>
          </SelectField>
          <TextArea label="Description" placeholder="What it is about" />
          <CheckField label="Public" hint="Everybody sees it in the list." defaultChecked />
          <TextField label="Disabled" disabled defaultValue="cannot be changed" />
        </div>
      </Part>
      <Part name="Tabs">
        <Tabs label="Filter" value={tab} onChange={setTab} items={TABS} className="w-full" />
      </Part>
      <Part name="Badge">
        {(['lawn', 'sky', 'grey', 'brick', 'amber', 'marigold'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <BadgeButton tone="lawn">Public</BadgeButton>
        <BadgeButton tone="grey">Private</BadgeButton>
      </Part>
      <Part name="Card, Skeleton">
        <Card className="w-72">
          <h3 className="text-lg">Data Structures Sprint</h3>
          <p className="mt-2 text-muted text-sm">Fifteen minutes, fifteen questions.</p>
        </Card>
        <Card live className="w-72">
          live
        </Card>
        <Card className="grid w-72 gap-3">
          <Skeleton className="h-6 w-24 rounded-full" />
          <Skeleton className="h-6" />
          <Skeleton className="w-1/2" />
        </Card>
      </Part>
      <Part name="Alert, Progress, Spinner, Avatar">
        <div className="grid w-full max-w-md gap-3">
          <Alert tone="lawn">Your account is ready.</Alert>
          <Alert tone="sky">We sent a link to your mailbox.</Alert>
          <Alert tone="amber">Working offline – 3 answers on this device.</Alert>
          <Alert tone="brick">E-mail or password is wrong.</Alert>
          <Progress label="Answered" value={12} max={30} />
          <Spinner label="Verifying Access" />
          <div className="flex gap-3">
            <Avatar name="Ananya Sharma" size="lg" />
            <Avatar name="Farhan Qureshi" size="md" />
            <Avatar name="Tenzin" />
            <Avatar name="Lakshmi Nair" />
          </div>
        </div>
      </Part>
      <Part name="Menu, Modal, ConfirmDialog, toast">
        <Menu trigger={<Button>Menu</Button>} align="start">
          <MenuItem onClick={() => toast.info('Edited')}>Edit</MenuItem>
          <MenuLine />
          <MenuItem onClick={() => toast.error('Removed')}>Remove</MenuItem>
        </Menu>
        <Button onClick={() => setModal('modal')}>Modal</Button>
        <Button onClick={() => setModal('confirm')}>Confirm</Button>
        {(['success', 'info', 'warning', 'error'] as const).map((kind) => (
          <Button key={kind} onClick={() => toast[kind](`This is a ${kind}: contest is now public`)}>
            {kind}
          </Button>
        ))}
        <Modal
          open={modal === 'modal'}
          onClose={() => setModal(null)}
          title="Change time"
          description="Until the end, never to before now."
          footer={
            <>
              <Button onClick={() => setModal(null)}>Cancel</Button>
              <Button variant="primary">Save</Button>
            </>
          }
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Start date" type="date" />
            <TextField label="Start time" type="time" />
            <TextField label="End date" type="date" />
            <TextField label="End time" type="time" />
          </div>
        </Modal>
        <ConfirmDialog
          open={modal === 'confirm'}
          onClose={() => setModal(null)}
          onConfirm={() => setModal(null)}
          danger
          title="Remove this question?"
          body="It cannot be brought back."
          confirmLabel="Remove"
        />
      </Part>
      <Part name="Table">
        <div className="w-full">
          <Table caption="Results">
            <thead>
              <tr>
                <Th>Rank</Th>
                <Th>Participant</Th>
                <Th align="right">Correct</Th>
                <Th align="right">Wrong</Th>
              </tr>
            </thead>
            <tbody>
              {['Farhan Qureshi', 'Meera Krishnan', 'Ishaan Bose'].map((name, i) => (
                <tr key={name}>
                  <Td className="num font-semibold">{i + 1}</Td>
                  <Td>{name}</Td>
                  <Td align="right">{15 - i}</Td>
                  <Td align="right">{i}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </Part>
      <Part name="EmptyState, ErrorState">
        <div className="grid w-full gap-4">
          <EmptyState
            title="No contests yet"
            text="When somebody publishes one it appears here."
            action={<Button>Refresh Contests</Button>}
          />
          <ErrorState title="Error Loading Results" text="The server could not be reached." onRetry={() => undefined} />
        </div>
      </Part>
    </div>
  )
}
