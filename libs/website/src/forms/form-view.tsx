import type { PageContext } from '../pages/page-context.js';
import {
  type Field,
  type FieldTexts,
  type Form,
  type FormState,
  type FormTexts,
  TRAP,
} from './form.js';
import { WeekField } from './week-field.js';

interface Properties {
  page: PageContext;
  form: Form;
  texts: FormTexts;
  state: FormState;
  action: string;
  submit: string;
}

/**
 * A form that works without JavaScript. An error summary above it links to the fields, and each field
 * repeats its own error (GOV.UK Design System, "Error summary").
 */
export function FormView({ page, form, texts, state, action, submit }: Properties) {
  const { forms } = page.t;
  const ofFields = texts(page.t);
  return (
    <>
      <ErrorSummary page={page} state={state} />
      <form class="form" method="post" action={action} noValidate>
        {form.fields.map((field) => (
          <FieldView page={page} field={field} texts={ofFields[field.name]!} state={state} />
        ))}
        <div class="hidden" aria-hidden="true">
          <label for={TRAP}>{forms.trap}</label>
          <input id={TRAP} name={TRAP} type="text" tabIndex={-1} autocomplete="off" />
        </div>
        <input type="hidden" name="token" value={state.token} />
        <button type="submit" class="primary">
          {submit}
        </button>
      </form>
    </>
  );
}

function ErrorSummary({ page, state: { problems } }: Pick<Properties, 'page' | 'state'>) {
  if (problems.length === 0) return null;
  return (
    <div class="errors" role="alert" aria-labelledby="errors" tabIndex={-1} autofocus>
      <h2 id="errors">{page.t.forms.problem}</h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li>{field ? <a href={`#${field}`}>{message(page.t)}</a> : message(page.t)}</li>
        ))}
      </ul>
    </div>
  );
}

interface FieldProperties {
  page: PageContext;
  field: Field;
  texts: FieldTexts;
  state: Pick<FormState, 'values' | 'problems'>;
}

export function FieldView(properties: FieldProperties) {
  const { page, field, texts, state } = properties;
  const { name, isOptional } = field;
  if (field.isHidden) return <input type="hidden" name={name} value={state.values[name] ?? ''} />;
  const problem = state.problems.find((each) => each.field === name);
  const hintId = `${name}-hint`;
  const errorId = `${name}-error`;
  return (
    <div class="field">
      {field.isWeek ? (
        <p class="label">{texts.label}</p>
      ) : (
        <label for={name}>{isOptional ? page.t.forms.optional(texts.label) : texts.label}</label>
      )}
      <p id={hintId} class="quiet">
        {texts.hint}
      </p>
      {problem && (
        <p id={errorId} class="error">
          {problem.message(page.t)}
        </p>
      )}
      <Control {...properties} describedBy={problem ? `${hintId} ${errorId}` : hintId} />
    </div>
  );
}

function Control(properties: FieldProperties & { describedBy: string }) {
  const { page, field, texts, state, describedBy } = properties;
  const { name, isWeek, options, rows, keyboard, picker, autocomplete = 'off' } = field;
  if (isWeek) return <WeekField {...{ page, name, describedBy }} values={state.values} />;
  const value = state.values[name] ?? '';
  const attributes = {
    id: name,
    name,
    autocomplete,
    'aria-describedby': describedBy,
    'aria-invalid': state.problems.some((each) => each.field === name)
      ? ('true' as const)
      : undefined,
  };
  if (options) {
    return (
      <select {...attributes}>
        <option value="">{page.t.forms.choose}</option>
        {options.map((option) => (
          <option value={option} selected={option === value}>
            {texts.options![option]}
          </option>
        ))}
      </select>
    );
  }
  if (rows) return <textarea {...attributes} rows={rows} value={value} />;
  if (picker) return <input {...attributes} type={picker} value={value} />;
  return <input {...attributes} type="text" inputMode={keyboard} value={value} />;
}
