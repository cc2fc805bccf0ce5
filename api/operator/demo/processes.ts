/** The demo's two processes; names of assessments are replaced with ids. */

const CREATE = { route: '/api/applications', method: 'POST' } as const;
const UPDATE = { route: '/api/applications/:entryId', method: 'PUT' } as const;

const PERSON = [
  { name: 'firstName', label: 'First name', dataType: 'text', required: true },
  { name: 'lastName', label: 'Last name', dataType: 'text', required: true },
  { name: 'email', label: 'Email', dataType: 'email', required: true, details: 'We write to this address only.' },
  {
    name: 'phoneNumber',
    label: 'Mobile number',
    dataType: 'tel',
    required: false,
    details: 'With country code, like +63 917 555 0123.',
  },
] as const;

const statusAtLeast = (status: string) => ({
  logicalOperator: 'AND',
  terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: status }],
});

const answered = (field: string) => ({
  logicalOperator: 'AND',
  terms: [{ target: 'FIELD', targetDetails: field, operator: 'Exists' }],
});

export const FULL_STACK_PROCESS = {
  label: 'Full-Stack admissions',
  requestSignup: true,
  fields: [
    { name: 'motivation', label: 'Motivation', dataType: 'paragraph' },
    { name: 'experience', label: 'Experience', dataType: 'select' },
    { name: 'weeklyHours', label: 'Hours a week', dataType: 'text' },
    { name: 'interviewNotes', label: 'Interview notes', dataType: 'paragraph', isAdminOnly: true },
  ],
  applicationForm: {
    ...CREATE,
    title: 'Apply to the Full-Stack program',
    fields: [
      ...PERSON,
      {
        name: 'experience',
        label: 'How much have you programmed?',
        dataType: 'select',
        required: true,
        options: ['Never', 'A few tutorials', 'A year or less', 'More than a year'],
      },
      {
        name: 'motivation',
        label: 'Why do you want to become a developer?',
        dataType: 'paragraph',
        required: true,
        details: 'Three or four sentences are plenty. **There is no right answer**; we read every one.',
      },
    ],
  },
  applicationDetailsSteps: [
    {
      title: 'About you',
      subtitle: 'What helps us plan your place',
      configuration: {
        ...UPDATE,
        title: 'About you',
        fields: [
          { name: 'city', label: 'Where do you live?', dataType: 'text', required: true, details: 'City and country.' },
          {
            name: 'weeklyHours',
            label: 'Hours a week that you can study',
            dataType: 'select',
            required: true,
            options: ['Less than 20', '20 to 30', '30 to 40', 'More than 40'],
          },
          {
            name: 'laptop',
            label: 'Which laptop will you use?',
            dataType: 'text',
            required: false,
            details: '8 GB of memory is enough.',
          },
          { name: 'portfolio', label: 'A link to something you made', dataType: 'text', required: false },
        ],
      },
    },
    {
      title: 'What to expect',
      subtitle: 'Twelve weeks, day by day',
      content: [
        {
          markdown:
            '## Your twelve weeks\n\nWeeks 1–4 are **HTML, CSS and JavaScript**, weeks 5–8 **servers and databases**, weeks 9–12 **a product of your own**, built in a team of four.\n\n- Mornings: one idea, explained and tried out\n- Afternoons: pair programming with a mentor near by\n- Fridays: you show what you built',
        },
        {
          markdown: 'A former student walks you through a normal Tuesday:',
          integrations: [{ type: 'Vimeo', url: 'https://player.vimeo.com/video/76979871' }],
        },
        {
          markdown: '**Your experience tells us that you may skip week 1.** We will talk about it in the interview.',
          condition: {
            logicalOperator: 'AND',
            terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: 'INTERVIEW COMPLETED' }],
          },
        },
      ],
    },
    {
      title: 'Book your interview',
      subtitle: 'Thirty minutes with someone who teaches here',
      visibilityCondition: answered('weeklyHours'),
      completionCondition: statusAtLeast('INTERVIEW SCHEDULED'),
      content: [
        {
          markdown: 'We would like to get to know you. Choose a time that suits you; nothing to prepare.',
          integrations: [{ type: 'Calendly', url: 'https://calendly.com/bagwis-admissions/interview' }],
        },
      ],
    },
    {
      title: 'A small quiz',
      subtitle: 'Twenty minutes, five questions',
      visibilityCondition: answered('weeklyHours'),
      assessmentIds: ['quiz'],
    },
    {
      title: 'Join the group call',
      subtitle: 'Meet the people you would study with',
      visibilityCondition: statusAtLeast('INTERVIEW COMPLETED'),
      completionCondition: statusAtLeast('GROUP CALL COMPLETED'),
      content: [
        {
          markdown: 'Every Thursday at 18:00 in Manila. Bring one question for our alumni.',
          integrations: [{ type: 'Zoom', url: 'https://zoom.us/j/94817263540' }],
        },
      ],
    },
    {
      title: 'Your first page',
      subtitle: 'Three days for a small project',
      visibilityCondition: statusAtLeast('DRILLS PENDING'),
      assessmentIds: ['project'],
    },
    {
      title: 'Choose how to pay',
      subtitle: 'Both ways lead to the same classroom',
      visibilityCondition: statusAtLeast('CONTRACT SENT'),
      availablePaymentModels: ['atOnce', 'monthly'],
    },
  ],
} as const;

export const JAVA_PROCESS = {
  label: 'Java admissions',
  requestSignup: true,
  fields: [
    { name: 'degree', label: 'Degree', dataType: 'select' },
    { name: 'currentJob', label: 'Current job', dataType: 'text' },
    { name: 'goal', label: 'Goal', dataType: 'paragraph' },
  ],
  applicationForm: {
    ...CREATE,
    title: 'Apply to the Java program',
    fields: [
      ...PERSON,
      {
        name: 'degree',
        label: 'Highest degree',
        dataType: 'select',
        required: true,
        options: ['High school', 'Vocational', 'Bachelor', 'Master or above', 'None of these'],
      },
      { name: 'currentJob', label: 'What do you do today?', dataType: 'text', required: true },
      {
        name: 'goal',
        label: 'Where would you like to be in two years?',
        dataType: 'paragraph',
        required: false,
        details: 'Leave it out if you do not know yet. That is what the program is for.',
      },
    ],
  },
  applicationDetailsSteps: [
    {
      title: 'Your background',
      subtitle: 'Two minutes',
      configuration: {
        ...UPDATE,
        title: 'Your background',
        fields: [
          {
            name: 'languages',
            label: 'Programming languages that you have used',
            dataType: 'text',
            required: true,
            details: '"None yet" is a fine answer.',
          },
          {
            name: 'englishLevel',
            label: 'How well do you read English?',
            dataType: 'select',
            required: true,
            options: ['Slowly', 'Well', 'Like my own language'],
          },
          { name: 'questions', label: 'Anything you want to ask us?', dataType: 'paragraph', required: false },
        ],
      },
    },
    {
      title: 'How the program works',
      subtitle: 'Evenings and Saturdays, sixteen weeks',
      content: [
        {
          markdown:
            'You keep your job: lessons are **Monday to Thursday, 19:00 to 21:30**, and Saturday mornings.\n\n1. The language and its tools\n2. Spring, databases and tests\n3. A service that you run yourself\n4. Interviews with our partner companies',
        },
        {
          markdown: 'Watch how one of our mentors reviews code:',
          integrations: [{ type: 'Vimeo', url: 'https://player.vimeo.com/video/22439234' }],
        },
      ],
    },
    {
      title: 'Talk with a mentor',
      subtitle: 'Twenty minutes, by video',
      visibilityCondition: answered('englishLevel'),
      completionCondition: statusAtLeast('INTERVIEW SCHEDULED'),
      content: [
        {
          markdown: 'Pick a time. Your mentor will have read your application.',
          integrations: [{ type: 'Calendly', url: 'https://calendly.com/bagwis-admissions/java-mentor' }],
        },
      ],
    },
    {
      title: 'Warm up',
      subtitle: 'An hour of exercises with our partner',
      visibilityCondition: statusAtLeast('INTERVIEW COMPLETED'),
      assessmentIds: ['external'],
    },
    {
      title: 'Choose how to pay',
      subtitle: 'Both ways lead to the same classroom',
      visibilityCondition: statusAtLeast('CONTRACT SENT'),
      availablePaymentModels: ['atOnce', 'monthly'],
    },
  ],
} as const;
