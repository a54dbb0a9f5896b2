import { Rows3, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Textarea, TextField } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Specimen } from './specimen.tsx';

export function Inputs() {
  return (
    <>
      <Specimen
        id="fields"
        title="Fields"
        note="The label is always visible; the error stands under the field and is read with it."
      >
        <div className="grid max-w-md gap-5">
          <TextField label="Title" placeholder="Untitled" />
          <TextField
            label="Address"
            defaultValue="https://example.org/essay"
            hint="The page is fetched once and kept."
          />
          <TextField label="Email" defaultValue="ada@" error="That is not an email address." />
          <TextField label="Locked" defaultValue="Cannot be changed" disabled />
          <Textarea label="Note" rows={3} defaultValue="It grows with what is typed." />
        </div>
      </Specimen>

      <Specimen id="choices" title="Choices">
        <Choices />
      </Specimen>

      <Specimen id="selects" title="Select and segments">
        <Selects />
      </Specimen>
    </>
  );
}

function Choices() {
  const [all, setAll] = useState(true);
  const [some, setSome] = useState(false);
  const [sync, setSync] = useState(true);
  const [face, setFace] = useState<'serif' | 'sans' | 'mono'>('serif');
  return (
    <div className="grid max-w-md gap-1">
      <Checkbox label="Keep the pictures" checked={all} onCheckedChange={setAll} />
      <Checkbox
        label="Fetch footnotes too"
        hint="They are put where they are mentioned."
        checked={some}
        onCheckedChange={setSome}
      />
      <Checkbox label="All articles" indeterminate checked={false} onCheckedChange={() => undefined} />
      <Checkbox
        label="I have read the terms"
        error="Please tick this to go on."
        checked={false}
        onCheckedChange={() => undefined}
      />
      <Checkbox label="Not for you" disabled checked onCheckedChange={() => undefined} />
      <hr className="my-2 border-line" />
      <Switch label="Sync while offline changes wait" checked={sync} onCheckedChange={setSync} />
      <Switch
        label="Off"
        hint="With a hint that explains what happens."
        checked={false}
        onCheckedChange={() => undefined}
      />
      <Switch label="Disabled" disabled checked onCheckedChange={() => undefined} />
      <hr className="my-2 border-line" />
      <RadioGroup
        label="Typeface for reading"
        value={face}
        onValueChange={setFace}
        options={[
          { value: 'serif', label: 'Serif', hint: 'Source Serif 4' },
          { value: 'sans', label: 'Sans' },
          { value: 'mono', label: 'Mono', disabled: true },
        ]}
      />
    </div>
  );
}

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'Title' },
  { value: 'length', label: 'Length', disabled: true },
] as const;

function Selects() {
  const [order, setOrder] = useState<(typeof orders)[number]['value']>('newest');
  const [layout, setLayout] = useState<'list' | 'table'>('list');
  const [size, setSize] = useState<'small' | 'medium' | 'large'>('medium');
  return (
    <div className="grid max-w-md justify-items-start gap-5">
      <Select label="Order" value={order} onValueChange={setOrder} options={orders} className="w-full" />
      <Select
        label="Order, disabled"
        value={order}
        onValueChange={setOrder}
        options={orders}
        disabled
        hint="Nothing to order yet."
        className="w-full"
      />
      <SegmentedControl
        label="Text size"
        value={size}
        onValueChange={setSize}
        options={[
          { value: 'small', label: 'Small' },
          { value: 'medium', label: 'Medium' },
          { value: 'large', label: 'Large' },
        ]}
      />
      <SegmentedControl
        label="Layout"
        value={layout}
        onValueChange={setLayout}
        options={[
          { value: 'list', label: 'List', icon: <Rows3 aria-hidden /> },
          { value: 'table', label: 'Table', icon: <Table2 aria-hidden /> },
        ]}
      />
    </div>
  );
}
