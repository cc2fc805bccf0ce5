export const ASSESSMENTS_OF_DEMO = {
  quiz: {
    name: 'How computers think',
    type: 'quiz',
    description: 'Five short questions. They tell us where to begin with you, and no one fails.',
    timeLimitMinutes: 20,
    questions: [
      {
        prompt: 'A lamp is on. You press its switch seven times. Is it on?',
        options: [{ value: 'Yes' }, { value: 'No', isCorrect: true }, { value: 'That depends on the lamp' }],
      },
      {
        prompt: 'Which of these is a loop?',
        details: 'Think of what is done **again and again** until a condition is met.',
        options: [
          { value: 'Stir until the sugar has dissolved', isCorrect: true },
          { value: 'Put the pan on the stove' },
          { value: 'If it smells burnt, take it off' },
        ],
      },
      {
        prompt: 'What does this print?',
        details: '```js\nlet price = 100;\nprice = price + 20;\nconsole.log(price);\n```',
        options: [{ value: '100' }, { value: '120', isCorrect: true }, { value: 'price' }],
      },
      {
        prompt: 'You sort 1,000 cards by halving the pile again and again. How often can you halve it?',
        options: [{ value: 'About 10 times', isCorrect: true }, { value: 'About 100 times' }, { value: '500 times' }],
      },
      {
        prompt: 'A program that ran yesterday fails today. What do you look at first?',
        options: [
          { value: 'The error message', isCorrect: true },
          { value: 'Every line, from the first on' },
          { value: 'The weather' },
        ],
      },
    ],
  },
  project: {
    name: 'A page about your street',
    type: 'project',
    description: 'Your first page: three days, one file.',
    instructions:
      '## What to build\n\nOne HTML page about the street that you live in, with\n\n- a heading and a picture,\n- a list of three places that you like,\n- and a link to one of them.\n\nPut everything into one `.zip`. It need not be pretty; we want to see how you work.',
    timeLimitMinutes: 3 * 24 * 60,
  },
  external: {
    name: 'Java warm-up',
    type: 'external',
    description: 'An hour of exercises with our partner. Use the email address of your application.',
    externalAssessmentUrl: 'https://exercises.example/bagwis/java-warm-up',
  },
} as const;
