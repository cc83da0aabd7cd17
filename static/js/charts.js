// Draws the chart that belongs to each table of numbers. The table is the truth and stays there to
// be read; what is drawn is its cells with a data-value.

const family = getComputedStyle(document.body).fontFamily;
const lines = [
  { ink: "c1", borderWidth: 4, borderDash: [] },
  { ink: "c2", borderWidth: 3, borderDash: [9, 4] },
];

// Where the system chooses the colours they are few: edges tell what tints told.
const forced = matchMedia("(forced-colors: active)");

// A colour of the style sheets, in the theme that holds: a canvas knows no light-dark().
function ink(name) {
  const probe = document.createElement("i");
  document.querySelector("[data-chart]").append(probe);
  Object.assign(probe.style, { color: `var(--${name})`, forcedColorAdjust: "none" });
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

// A size in the reader's text size, which a canvas doesn't follow by itself.
function sized(pixels) {
  return (pixels * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
}

function read(section) {
  const [head, ...rows] = [...section.querySelectorAll("tr")].map((row) => [...row.cells]);
  const drawn = [...head.keys()].filter((at) => rows.some((row) => "value" in row[at].dataset));
  return {
    labels: rows.map(([name]) => name.textContent),
    series: drawn.map((at) => ({
      label: head[at].textContent,
      data: rows.map((row) => ("value" in row[at].dataset ? Number(row[at].dataset.value) : null)),
      shown: rows.map((row) => row[at].textContent),
    })),
  };
}

// Every bar's number stands above it: some inks are too faint to measure by.
const numbers = {
  id: "numbers",
  afterDatasetsDraw(chart) {
    const { ctx, data } = chart;
    ctx.save();
    const font = `800 ${sized(16)}px ${family}`;
    Object.assign(ctx, { fillStyle: ink("ink"), font, textAlign: "center" });
    chart.getDatasetMeta(0).data.forEach((bar, at) => {
      ctx.fillText(
        Math.round(data.datasets[0].data[at]).toLocaleString(document.documentElement.lang),
        bar.x,
        bar.y - 6,
      );
    });
    ctx.restore();
  },
};

function barColours(kind, values) {
  if (kind === "bars")
    return values.map((value) => ink(value === Math.max(...values) ? "c3" : "chart"));
  const exact = (values.length - 1) / 2;
  const over = forced.matches ? "wash" : "c2";
  return values.map((_, at) => ink(at < exact ? "c1" : at > exact ? over : "c3"));
}

function bars(kind, { labels, series: [{ data }] }) {
  const edge = forced.matches ? { borderWidth: 2, borderColor: ink("ink") } : {};
  const wide = { grouped: false, categoryPercentage: 0.95, barPercentage: 0.95, ...edge };
  const datasets = [{ data, ...wide, backgroundColor: barColours(kind, data) }];
  if (kind === "bars")
    datasets.push({ data: data.map(() => 100), ...wide, backgroundColor: ink("wash") });
  return {
    type: "bar",
    plugins: [numbers],
    data: { labels, datasets },
    options: {
      layout: { padding: { top: sized(28) } },
      scales: {
        x: {
          grid: { display: false },
          border: { color: ink("ink"), width: 2 },
          ticks: { maxRotation: 0 },
        },
        y: { display: false, beginAtZero: true, ...(kind === "bars" && { max: 100 }) },
      },
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
    },
  };
}

function overTime({ labels, series }) {
  const datasets = series.map((each, at) => {
    const { ink: name, ...line } = lines[at];
    const colour = ink(name);
    return { ...each, ...line, borderColor: colour, backgroundColor: colour, pointRadius: 3 };
  });
  const label = ({ dataset, dataIndex }) => `${dataset.label}: ${dataset.shown[dataIndex]}`;
  return {
    type: "line",
    data: { labels, datasets },
    options: {
      interaction: { mode: "index", intersect: false },
      scales: {
        x: {
          grid: { display: false },
          ticks: { maxTicksLimit: 4, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          beginAtZero: true,
          grid: { color: ink("hair") },
          border: { display: false },
          ticks: { maxTicksLimit: 6, precision: 0 },
        },
      },
      plugins: {
        legend: {
          display: series.length > 1,
          align: "start",
          labels: { color: ink("ink"), boxHeight: 0 },
        },
        tooltip: { callbacks: { label } },
      },
    },
  };
}

function draw(section) {
  const kind = section.dataset.chart;
  const plot = section.querySelector(".plot");
  const numbers = read(section);
  plot.hidden = false;
  return new Chart(
    plot.querySelector("canvas"),
    kind === "lines" ? overTime(numbers) : bars(kind, numbers),
  );
}

let charts = [];

function drawAll() {
  charts.forEach((chart) => chart.destroy());
  Object.assign(Chart.defaults, {
    color: ink("soft"),
    animation: false,
    maintainAspectRatio: false,
  });
  Object.assign(Chart.defaults.font, { family, size: sized(14), weight: 600 });
  Chart.defaults.locale = document.documentElement.lang;
  charts = [...document.querySelectorAll("[data-chart]")].map(draw);
}

document.fonts.ready.then(drawAll);
for (const looks of [matchMedia("(prefers-color-scheme: dark)"), forced])
  looks.addEventListener("change", drawAll);
