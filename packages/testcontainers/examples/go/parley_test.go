// Package example sends a message to Parley and reads it back, in a container that is reset between tests.
package example

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

type account struct {
	Email  string `json:"email"`
	APIKey string `json:"apiKey"`
}

type parley struct {
	t            *testing.T
	url, control string
	accounts     map[string]account
}

func start(t *testing.T) *parley {
	ctx := context.Background()
	image := os.Getenv("PARLEY_IMAGE")
	if image == "" {
		image = "parley/all-in-one:0.2.0"
	}
	container, err := testcontainers.Run(ctx, image,
		testcontainers.WithExposedPorts("9991/tcp", "9992/tcp"),
		testcontainers.WithWaitStrategy(wait.ForLog("Parley is ready at").WithStartupTimeout(time.Minute)),
	)
	testcontainers.CleanupContainer(t, container)
	must(t, err)
	p := &parley{t: t, accounts: map[string]account{}}
	p.url, err = container.PortEndpoint(ctx, "9991/tcp", "http")
	must(t, err)
	p.control, err = container.PortEndpoint(ctx, "9992/tcp", "http")
	must(t, err)
	var accounts []account
	request, _ := http.NewRequest("GET", p.control+"/accounts", nil)
	p.do(request, &accounts)
	for _, each := range accounts {
		p.accounts[strings.Split(each.Email, "@")[0]] = each
	}
	return p
}

func (p *parley) reset() {
	request, _ := http.NewRequest("POST", p.control+"/reset", nil)
	p.do(request, &struct{}{})
}

func (p *parley) call(name, method, path string, parameters url.Values, answer any) {
	var request *http.Request
	if method == "GET" {
		request, _ = http.NewRequest(method, p.url+"/api/v1"+path+"?"+parameters.Encode(), nil)
	} else {
		request, _ = http.NewRequest(method, p.url+"/api/v1"+path, strings.NewReader(parameters.Encode()))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	request.SetBasicAuth(p.accounts[name].Email, p.accounts[name].APIKey)
	p.do(request, answer)
}

func (p *parley) do(request *http.Request, answer any) {
	response, err := http.DefaultClient.Do(request)
	must(p.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(p.t, err)
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("%s was answered %d: %s", request.URL.Path, response.StatusCode, body)
	}
	must(p.t, json.Unmarshal(body, answer))
}

func (p *parley) newest(name string) string {
	var found struct {
		Messages []struct {
			Content string `json:"content"`
		} `json:"messages"`
	}
	parameters := url.Values{
		"anchor": {"newest"}, "num_before": {"1"}, "num_after": {"0"}, "apply_markdown": {"false"},
	}
	p.call(name, "GET", "/messages", parameters, &found)
	return found.Messages[0].Content
}

func TestMessageReachesAnotherPersonAndIsTakenBack(t *testing.T) {
	p := start(t)
	before := p.newest("member2")
	for round := range 2 {
		text := fmt.Sprintf("message %d", round)
		parameters := url.Values{"type": {"channel"}, "to": {"general"}, "topic": {"tests"}, "content": {text}}
		p.call("member1", "POST", "/messages", parameters, &struct{}{})
		if got := p.newest("member2"); got != text {
			t.Fatalf("member2 reads %q, not %q", got, text)
		}
		p.reset()
		if got := p.newest("member2"); got != before {
			t.Fatalf("after the reset member2 reads %q", got)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
